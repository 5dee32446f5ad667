import path from 'node:path';
import { addDays, addMonths, dayIn } from '../kit/day.ts';
import { type Command, flag, text, using } from './commands-kit.ts';
import { type Running } from './start.ts';
import { layDemo } from './world/demo.ts';
import { type ScaleSpec, type ScaledFirm, layScaled } from './world/scale.ts';

/** What one person logs a year, as real firms do: two and a half lines on each of 230 days. */
const ENTRIES_A_YEAR = 575;

interface Scale {
  users: number;
  years: number;
  tenants: number;
}

const bounds: Record<keyof Scale, [least: number, most: number]> = { users: [1, 200_000], years: [1, 20], tenants: [1, 5000] };

/** `users=5000,years=3,tenants=50`; years and tenants may be left out. @throws Error in one line that says what is wrong */
export function readScale(value: string): Scale {
  const scale: Partial<Scale> = {};
  for (const part of value.split(',')) {
    const [, name = '', digits = ''] = /^\s*(\w+)\s*=\s*(\d+)\s*$/.exec(part) ?? [];
    if (!(name in bounds)) throw new Error(`--scale takes users=N,years=N,tenants=N, not "${part.trim()}".`);
    const key = name as keyof Scale;
    if (scale[key] !== undefined) throw new Error(`--scale names ${key} twice.`);
    const [least, most] = bounds[key];
    const number = Number(digits);
    if (number < least || number > most) throw new Error(`--scale: ${key} must be from ${least} to ${most}, not ${digits}.`);
    scale[key] = number;
  }
  if (scale.users === undefined) throw new Error('--scale must say how many users, as in users=5000,years=3,tenants=50.');
  const { users, years = 1, tenants = 1 } = scale;
  if (tenants > users) throw new Error(`--scale: ${tenants} firms need at least ${tenants} users.`);
  return { users, years, tenants };
}

/** People by firm: one large firm with half of them, the rest alike. */
export function sharesOf(users: number, tenants: number): number[] {
  if (tenants === 1) return [users];
  const rest = Math.max(tenants - 1, Math.floor(users / 2));
  const share = Math.floor(rest / (tenants - 1));
  const others = Array.from({ length: tenants - 1 }, (_, index) => share + (index < rest % (tenants - 1) ? 1 : 0));
  return [users - rest, ...others];
}

/** New firms are numbered on, so that the command may be given again. */
async function firstNumber({ host }: Running): Promise<number> {
  const { rows } = await host.db.requests.query<{ n: number }>(
    `select coalesce(max(substr(slug, 7)::int), 0) + 1 as n from settings.tenants where slug ~ '^scale-[0-9]{1,6}$'`,
  );
  return rows[0]?.n ?? 1;
}

async function seedScale(running: Running, { users, years, tenants }: Scale) {
  const started = Date.now();
  const { host, adminUrl } = running;
  const to = addDays(dayIn('Europe/Berlin', host.clock()), -1);
  const from = addMonths(to, -12 * years);
  const first = await firstNumber(running);
  const specs = sharesOf(users, tenants).map(
    (people, index): ScaleSpec => ({
      slug: `scale-${first + index}`,
      users: people,
      entries: people * years * ENTRIES_A_YEAR,
      from,
      to,
    }),
  );
  const made = await layScaled(host, adminUrl, specs, ({ slug, users: people, entries }) => {
    if (process.stderr.isTTY) process.stderr.write(`${slug}: ${people} people, ${entries} time entries\n`);
  });
  const sum = (pick: (firm: ScaledFirm) => number): number => made.reduce((total, firm) => total + pick(firm), 0);
  const json = {
    firms: made,
    users: sum((firm) => firm.users),
    entries: sum((firm) => firm.entries),
    from,
    to,
    seconds: Math.round((Date.now() - started) / 100) / 10,
  };
  const [large] = made;
  const lines = [
    `${made.length} firms, ${json.users} people, ${json.entries} time entries from ${from} to ${to}, in ${json.seconds} s.`,
    `The largest is ${large?.slug} (${large?.users} people). Nobody can sign in yet: cadre user create --tenant ${large?.slug} …`,
  ];
  return { json, text: lines.join('\n') };
}

/** `cadre seed`: the demo firms, or large ones for measuring. */
export const seedCommand: Command = {
  usage: 'seed --demo | seed --scale users=5000,years=3,tenants=50',
  summary:
    'Lays in the two demo firms, their accounts in demo.json of the data folder; or large firms for measuring: so many people in all, half of them in the first firm, with their time of so many years and a year of bookings ahead.',
  options: { demo: flag, scale: text },
  async run({ values }) {
    const { demo, scale } = values;
    if (Boolean(demo) === (scale !== undefined))
      throw new Error('Say what to lay in: --demo, or --scale users=5000,years=3,tenants=50.');
    if (typeof scale === 'string') {
      const wanted = readScale(scale);
      return using((running) => seedScale(running, wanted));
    }
    return using(async ({ host, adminUrl, config }) => {
      const { accounts } = await layDemo(host, adminUrl, config.dataDir, config.publicUrl);
      return {
        json: { accounts: accounts.length },
        text: `${accounts.length} accounts stand in ${path.join(config.dataDir, 'demo.json')}.`,
      };
    });
  },
};
