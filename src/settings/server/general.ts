import { conflict, invalid, notAllowed } from '../../kit/problem.ts';
import type { Text } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { isCodePattern } from '../rules.ts';

interface FirmRow extends Record<string, unknown> {
  id: string;
  name: string;
  currency: string;
  time_zone: string;
  language: 'en' | 'fr' | 'de' | 'es';
  week_start: number;
  day_limit_minutes: number;
  load_thresholds: number[];
  remind_weekday: number | null;
  remind_hour: number;
  project_code: string;
  least_people: number;
  version: number;
}

const shown = (row: FirmRow) => ({
  name: row.name,
  currency: row.currency,
  time_zone: row.time_zone,
  language: row.language,
  week_start: row.week_start,
  day_limit_minutes: row.day_limit_minutes,
  load_thresholds: row.load_thresholds,
  remind_weekday: row.remind_weekday,
  remind_hour: row.remind_hour,
  project_code: row.project_code,
  least_people: row.least_people,
  version: row.version,
});

async function load(tx: Tx): Promise<FirmRow> {
  const [row, firm] = await Promise.all([
    tx.one<FirmRow>(sql`select * from settings.firm where tenant_id = ${tx.tenant}`),
    tx.one<{ name: string }>(sql`select name from settings.tenants where id = ${tx.tenant}`),
  ]);
  if (!row || !firm) throw new Error('The firm has no settings.');
  return { ...row, name: firm.name };
}

export const readGeneral = async (tx: Tx) => shown(await load(tx));

export type GeneralInput = Partial<Omit<ReturnType<typeof shown>, 'currency'>>;

const isZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

function check({ name, time_zone, load_thresholds, project_code, least_people }: GeneralInput): void {
  const errors: { path: string; message: Text }[] = [];
  if (name !== undefined && name.trim() === '') errors.push({ path: 'name', message: 'Must not be empty.' });
  if (time_zone !== undefined && !isZone(time_zone)) errors.push({ path: 'time_zone', message: 'There is no such time zone.' });
  if (load_thresholds?.some((value, index) => index > 0 && value <= (load_thresholds[index - 1] ?? 0)))
    errors.push({ path: 'load_thresholds', message: 'Each threshold must be larger than the one before.' });
  if (project_code !== undefined && !isCodePattern(project_code))
    errors.push({ path: 'project_code', message: 'Write one number as zeros in braces, such as P-{0000}.' });
  if (least_people === 1) errors.push({ path: 'least_people', message: 'Write 0, or 2 to 50 people.' });
  if (errors.length > 0) throw invalid(errors);
}

/** The name stands in the list of firms; the row that carries the version says that it changed. @returns whether it did */
async function rename(tx: Tx, row: FirmRow, name: string | undefined): Promise<boolean> {
  if (name === undefined || name === row.name) return false;
  await tx.all(sql`select settings.rename_firm(${name})`);
  tx.write.event({ action: 'renamed', entity: 'settings.firm', entityId: row.id, facts: { from: row.name, to: name } });
  await tx.write.touch('settings.firm', [row]);
  return true;
}

/** Changes what the firm sets for itself; what is not named stays. @throws Problem 409 when stale, 422 */
export async function changeGeneral(tx: Tx, actor: Actor, { body }: { body: GeneralInput }) {
  if (actor.accesses['settings']?.['can_edit'] === false) throw notAllowed();
  check(body);
  await tx.all(sql`select 1 from settings.firm where tenant_id = ${tx.tenant} for update`);
  const current = await load(tx);
  const { name, version, ...set } = body;
  if (version !== undefined && version !== current.version)
    throw conflict('Somebody else changed this in the meantime.', shown(current));
  const renamed = await rename(tx, current, name?.trim());
  await tx.write.update('settings.firm', [{ before: { ...current, version: current.version + (renamed ? 1 : 0) }, set }]);
  return shown(await load(tx));
}
