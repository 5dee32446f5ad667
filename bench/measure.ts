import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
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
function table(lines: readonly Line[]): string {
  const head = '| what | ours | target | ratio | holds | beside it |\n| --- | ---: | ---: | ---: | --- | --- |';
  const rows = lines.map(({ what, ours, target, unit, kind, beside }) => {
    const holds = kind === 'most' ? ours <= target : ours >= target;
    const sign = kind === 'most' ? '≤' : '≥';
    return `| ${what} | ${shown(ours)} ${unit} | ${sign} ${shown(target)} ${unit} | ${shown(target === 0 ? 0 : ours / target)} | ${holds ? 'yes' : 'no'} | ${beside ?? ''} |`;
  });
  return [head, ...rows].join('\n');
}

/** The machine, the day and the commit, as every result names them. @param more what was measured, or how */
export const aboutRun = (...more: string[]): string =>
  [
    ...more,
    `${os.cpus().length} cores, load ${(os.loadavg()[0] ?? 0).toFixed(1)}`,
    `Node ${process.versions.node}`,
    new Date().toISOString().slice(0, 10),
    commit(),
  ].join('; ');

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'no commit';
  }
}

/**
 * Prints the result and says how many targets are missed. @param name of the files in bench/results that keep it; none, and
 * nothing is kept
 */
export function report(name: string | undefined, title: string, about: string, lines: readonly Line[]): void {
  const text = `# ${title}\n\n${about}\n\n${table(lines)}\n`;
  if (name) {
    fs.mkdirSync('bench/results', { recursive: true });
    fs.writeFileSync(`bench/results/${name}.md`, text);
    fs.writeFileSync(`bench/results/${name}.json`, `${JSON.stringify({ about, lines }, null, 2)}\n`);
  }
  process.stdout.write(`\n${text}`);
  const missed = lines.filter(({ ours, target, kind }) => (kind === 'most' ? ours > target : ours < target));
  process.stdout.write(
    missed.length === 0 ? '\nEvery target holds.\n' : `\n${missed.length} of ${lines.length} targets are missed.\n`,
  );
}

/** Runs a benchmark as a program: an error is said and ends it. */
export function program(main: () => Promise<void>): void {
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    },
  );
}
