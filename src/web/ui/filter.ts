/** Symbols that every text field takes beside letters, digits and blanks. */
const COMMON = `.,@*'"_%-`;

/** Extra symbols by what a field holds. */
export const EXTRA = {
  email: '+',
  /** Hours and dates. */
  time: ':+=/',
  /** Names of clients, projects, teams. */
  name: '&()/+#:’',
  /** Comments, reasons, chat. */
  free: '?!;:()/&+=#€$£’«»…–',
  url: ':/?&=#+',
} as const;

export interface FilterRule {
  extra?: string | undefined;
  noSymbols?: boolean | undefined;
}

/** Letters of any language (with their combining marks) and digits; blanks belong to the normal mode only. */
function allows({ extra = '', noSymbols = false }: FilterRule): (character: string) => boolean {
  const symbols = new Set([...extra, ...(noSymbols ? '' : COMMON)]);
  return (character) => /[\p{L}\p{M}\p{Nd}]/u.test(character) || symbols.has(character) || (!noSymbols && /\s/.test(character));
}

/**
 * Takes out what a field does not accept.
 * @param caret where the caret stands in `input`
 * @returns the text that is left and where the caret then stands
 */
export function filterText(input: string, rule: FilterRule, caret = input.length): { text: string; caret: number } {
  const fits = allows(rule);
  let text = '';
  let kept = 0;
  let at = 0;
  for (const character of input) {
    const fine = fits(character);
    if (fine) text += character;
    if (fine && at < caret) kept += character.length;
    at += character.length;
  }
  return { text, caret: kept };
}

/** The extra symbols as the alert names them. */
export const spokenSymbols = (extra = ''): string => [...extra].filter((symbol) => symbol.trim() !== '').join(' ');
