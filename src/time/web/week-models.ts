import type { QueryClient } from '@tanstack/react-query';
import { addDays, mondayOfIsoWeek } from '../../kit/day.ts';
import { CallError } from '../../web/api.ts';
import { onSignOut } from '../../web/sign-out.ts';
import type { Sent } from './saver.ts';
import { type StoredCell, callTime, reasonOf, replaceCells } from './sheet-query.ts';
import { type SheetPlace, keepUnsaved, readUnsaved } from './unsaved.ts';
import { type WeekModel, newWeekModel } from './week-model.ts';
import { type Cell, type Edit, type Line, workOf } from './week.ts';

type Saved = Pick<StoredCell, 'entries'>;

/** Weeks that were opened on this page. They live on when one goes elsewhere: what was typed is still saved and undone. */
const models = new Map<string, WeekModel>();

/** Statuses after which the same may be sent again: nothing came back, sign in again, too busy, broken. */
const mayTryAgain = (status: number): boolean =>
  status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;

async function sendCells(
  person: string,
  week: string,
  edits: readonly Edit[],
  stored: (edit: Edit) => Cell,
): Promise<Sent<Saved>> {
  const monday = mondayOfIsoWeek(week) ?? '';
  const cells = edits.map((edit) => ({
    ...workOf(edit.line),
    day: addDays(monday, edit.day),
    seconds: edit.seconds,
    // A note is sent when it changed: several entries behind a cell keep their own.
    ...(edit.seconds > 0 && edit.comment !== stored(edit).comment ? { comment: edit.comment } : {}),
  }));
  try {
    const reply = await callTime('PUT /api/timesheets/cells', { body: { ...(person ? { user_id: person } : {}), cells } });
    return { kind: 'saved', cells: reply.cells };
  } catch (error) {
    if (!(error instanceof CallError) || mayTryAgain(error.status)) return { kind: 'unreachable' };
    return { kind: 'refused', reason: reasonOf(error) };
  }
}

/**
 * The model of one week, the same for as long as the page lives.
 * @param person empty for oneself
 */
export function weekModel(client: QueryClient, place: SheetPlace, person: string): WeekModel {
  const key = [place.tenant, place.user, place.person, place.week].join(' ');
  const known = models.get(key);
  if (known) return known;
  const model = newWeekModel<Saved>({
    send: (edits, stored) => sendCells(person, place.week, edits, stored),
    onStored: inBatches((cells) => replaceCells(client, place.week, person, cells)),
    keep: (unsaved) => void keepUnsaved(place, unsaved),
  });
  models.set(key, model);
  watch();
  return model;
}

/** Asks the browser what an earlier visit left unsaved on this week; the model then offers it. */
export async function offerUnsaved(place: SheetPlace, model: WeekModel): Promise<void> {
  model.offer(await readUnsaved(place));
}

/** The cells of one answer are told one by one: they are taken over together. */
function inBatches(take: (cells: readonly StoredCell[]) => void): (line: Line, day: { day: string }, saved: Saved) => void {
  let batch: StoredCell[] = [];
  return (line, { day }, { entries }) => {
    if (batch.length === 0) {
      queueMicrotask(() => {
        take(batch);
        batch = [];
      });
    }
    batch.push({ line, day, entries });
  };
}

let watching = false;

/** A line that is back, a page that is left, a log-out: each concerns every open week. */
function watch(): void {
  if (watching) return;
  watching = true;
  addEventListener('online', () => {
    for (const model of models.values()) model.saver.retry();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const model of models.values()) void model.saver.flush();
  });
}

/** At log-out nothing is sent any more; what was kept is forgotten by the room's `register`. */
onSignOut(() => {
  for (const model of models.values()) model.saver.stop();
  models.clear();
});
