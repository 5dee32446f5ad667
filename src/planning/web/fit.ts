const FONT_REM = 0.6875;
/** What a character takes where nothing can measure it, in px. */
const GUESS = 6;

let ruler: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** Width of a character in the labels of bars, learnt once. */
function widthOf(character: string): number {
  const known = widths.get(character);
  if (known !== undefined) return known;
  if (ruler === undefined) {
    ruler = document.createElement('canvas').getContext('2d');
    const root = getComputedStyle(document.documentElement);
    if (ruler) ruler.font = `${FONT_REM * Number.parseFloat(root.fontSize)}px ${getComputedStyle(document.body).fontFamily}`;
  }
  const width = ruler?.measureText(character).width ?? GUESS;
  widths.set(character, width);
  return width;
}

/**
 * As much of a label as a bar of so many px has room for, with an ellipsis where it is cut. Cutting by style would make the
 * browser keep a clip for each of hundreds of bars, and scrolling slow.
 */
export function fitted(label: string, room: number): string {
  const characters = [...label];
  const ellipsis = widthOf('…');
  let used = 0;
  let kept = 0;
  for (const [index, character] of characters.entries()) {
    used += widthOf(character);
    if (used > room) return kept === 0 ? '' : `${characters.slice(0, kept).join('').trimEnd()}…`;
    if (used + ellipsis <= room) kept = index + 1;
  }
  return label;
}
