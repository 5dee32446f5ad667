/** Durations in milliseconds of many runs of one thing. */
export interface Series {
  p50: number;
  p99: number;
  perSecond: number;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Runs `work` on `lanes` at once for so many milliseconds, after a warm-up of a fifth of it. */
export async function timed(lanes: number, milliseconds: number, work: (lane: number) => Promise<unknown>): Promise<Series> {
  const run = async (span: number): Promise<number[]> => {
    const times: number[] = [];
    const end = performance.now() + span;
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        while (performance.now() < end) {
          const start = performance.now();
          await work(lane);
          times.push(performance.now() - start);
        }
      }),
    );
    return times;
  };
  await run(milliseconds / 5);
  const started = performance.now();
  const times = await run(milliseconds);
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return { p50: at(times, 0.5), p99: at(times, 0.99), perSecond: times.length / seconds };
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** One line of the result: what was measured, what is wanted, and whether it holds. */
export interface Line {
  what: string;
  ours: number;
  target: number;
  unit: string;
  /** `most`: ours may be at most the target; `least`: at least. */
  kind: 'most' | 'least';
  beside?: string;
}

const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

/** The table as people read it, target and figure side by side. */
export function table(lines: readonly Line[]): string {
  const head = '| what | ours | target | ratio | holds | beside it |\n| --- | ---: | ---: | ---: | --- | --- |';
  const rows = lines.map(({ what, ours, target, unit, kind, beside }) => {
    const holds = kind === 'most' ? ours <= target : ours >= target;
    const sign = kind === 'most' ? '≤' : '≥';
    return `| ${what} | ${shown(ours)} ${unit} | ${sign} ${shown(target)} ${unit} | ${shown(target === 0 ? 0 : ours / target)} | ${holds ? 'yes' : 'no'} | ${beside ?? ''} |`;
  });
  return [head, ...rows].join('\n');
}
