import { MAP_BOXES, MAP_LINKS, type MapBox, type MapLink } from './guide-model.ts';
import type { GuideTexts } from './guide-texts.ts';
import styles from './Guide.module.css';

const [WIDE, HIGH, BESIDE, BELOW] = [170, 44, 250, 92];
const [MARGIN_X, MARGIN_Y] = [25, 20];

interface Point {
  x: number;
  y: number;
}

const middle = ({ at: [column, row] }: MapBox): Point => ({
  x: MARGIN_X + column * BESIDE + WIDE / 2,
  y: MARGIN_Y + row * BELOW + HIGH / 2,
});

/** Where the line from one middle to another leaves the box around the first. */
function edge(from: Point, to: Point, off = 0): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = Math.min(dx === 0 ? 1 : WIDE / 2 / Math.abs(dx), dy === 0 ? 1 : HIGH / 2 / Math.abs(dy));
  const length = Math.hypot(dx, dy);
  return { x: from.x + dx * share + (dx / length) * off, y: from.y + dy * share + (dy / length) * off };
}

const boxOf = (id: string): MapBox => MAP_BOXES.find((box) => box.id === id) as MapBox;

/** What belongs to what, drawn from the model. */
export function GuideMap({ texts, alt }: { texts: GuideTexts; alt: string }) {
  const word = (id: string): string => texts.model[id] ?? id;
  const said = ({ from, to, through }: MapLink): string =>
    (through ? word('link_many') : word('link')).replace('{{from}}', word(from)).replace('{{to}}', word(to));
  return (
    <figure className={styles.figure}>
      <div className={styles.drawing} role="group" tabIndex={0} aria-label={alt}>
        <svg viewBox="0 0 720 384" role="img" aria-label={alt}>
          {MAP_LINKS.map((link) => {
            const [from, to] = [middle(boxOf(link.from)), middle(boxOf(link.to))];
            const [start, end] = [edge(from, to), edge(to, from)];
            const [many, one] = [edge(from, to, 12), edge(to, from, 12)];
            return (
              <g key={`${link.from} ${link.to}`}>
                <line x1={start.x} y1={start.y} x2={end.x} y2={end.y} className={styles.line} />
                <text {...many} dx={8} className={styles.count}>
                  ∗
                </text>
                <text {...one} dx={8} className={styles.count}>
                  {link.through ? '∗' : '1'}
                </text>
              </g>
            );
          })}
          {MAP_BOXES.map((box) => {
            const { x, y } = middle(box);
            return (
              <g key={box.id}>
                <rect x={x - WIDE / 2} y={y - HIGH / 2} width={WIDE} height={HIGH} rx={6} className={styles.box} />
                <text x={x} y={y} className={styles.boxName}>
                  {word(box.id)}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
      <figcaption>
        {alt} {word('map_many')}, {word('map_one')}.
      </figcaption>
      <ul className={styles.links}>
        {MAP_LINKS.map((link) => (
          <li key={`${link.from} ${link.to}`}>{said(link)}</li>
        ))}
      </ul>
    </figure>
  );
}
