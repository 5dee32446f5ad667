import { FLOW, type FlowStep, LANES } from './guide-model.ts';
import type { GuideTexts } from './guide-texts.ts';
import styles from './Guide.module.css';

const [LANE, LEFT, BESIDE, WIDE, HIGH] = [64, 130, 148, 124, 36];
const WIDTH = LEFT + 4 * BESIDE;

const place = ({ lane, column }: FlowStep): { x: number; y: number } => ({
  x: LEFT + column * BESIDE + BESIDE / 2,
  y: LANES.indexOf(lane) * LANE + LANE / 2,
});

/** From one step to the next: out at the side where the next one stands, else straight up or down. */
function way(from: FlowStep, to: FlowStep): string {
  const [a, b] = [place(from), place(to)];
  if (a.x === b.x) {
    const down = b.y > a.y ? 1 : -1;
    return `M${a.x} ${a.y + (down * HIGH) / 2} L${b.x} ${b.y - (down * HIGH) / 2 - down * 3}`;
  }
  const right = b.x > a.x ? 1 : -1;
  const [x1, x2] = [a.x + (right * WIDE) / 2, b.x - (right * WIDE) / 2 - right * 3];
  const turn = (x1 + x2) / 2;
  return `M${x1} ${a.y} L${turn} ${a.y} L${turn} ${b.y} L${x2} ${b.y}`;
}

/** The way of an hour from the plan to the report, a lane for each who acts. */
export function GuideFlow({ texts, alt }: { texts: GuideTexts; alt: string }) {
  const word = (id: string): string => texts.model[id] ?? id;
  const step = (id: string): FlowStep | undefined => FLOW.find((each) => each.id === id);
  const said = ({ id, lane, to }: FlowStep): string =>
    word(to.length > 0 ? 'step_then' : 'step')
      .replace('{{lane}}', word(`lane_${lane}`))
      .replace('{{step}}', word(`step_${id}`))
      .replace('{{next}}', to.map((next) => word(`step_${next}`)).join(', '));
  return (
    <figure className={styles.figure}>
      <div className={styles.drawing} role="group" tabIndex={0} aria-label={alt}>
        <svg viewBox={`0 0 ${WIDTH} ${LANES.length * LANE}`} role="img" aria-label={alt}>
          <defs>
            <marker id="flow-end" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto">
              <path d="M0 0 L8 4 L0 8 z" className={styles.head} />
            </marker>
          </defs>
          {LANES.map((lane, index) => (
            <g key={lane}>
              <rect x={0} y={index * LANE} width={WIDTH} height={LANE} className={index % 2 ? styles.lane : styles.laneEven} />
              <text x={10} y={index * LANE + LANE / 2} className={styles.laneName}>
                {word(`lane_${lane}`)}
              </text>
            </g>
          ))}
          {FLOW.flatMap((from) =>
            from.to.map((next) => {
              const to = step(next);
              return (
                to && <path key={`${from.id} ${next}`} d={way(from, to)} className={styles.way} markerEnd="url(#flow-end)" />
              );
            }),
          )}
          {FLOW.map((each) => {
            const { x, y } = place(each);
            return (
              <g key={each.id}>
                <rect x={x - WIDE / 2} y={y - HIGH / 2} width={WIDE} height={HIGH} rx={18} className={styles.box} />
                <text x={x} y={y} className={styles.boxName}>
                  {word(`step_${each.id}`)}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
      <figcaption>{alt}</figcaption>
      <ol className={styles.links}>
        {FLOW.map((each) => (
          <li key={each.id}>{said(each)}</li>
        ))}
      </ol>
    </figure>
  );
}
