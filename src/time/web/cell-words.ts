import type { TFunction } from 'i18next';
import * as format from '../../web/format.ts';
import type { CellView } from './week-model.ts';
import { type Line, type PlannedCell, type SheetDay, lineName } from './week.ts';

/** `4 hours`, in the language and with the right number. */
export const hourWords = (t: TFunction, seconds: number): string =>
  t('time.hour_count', { count: seconds / 3600, hours: format.hours(seconds) });

/** A cell as a screen reader says it: `Acme · Annual audit, Tuesday 17 November, 4 hours, planned 6, note: …`. */
export function cellWords(t: TFunction, line: Line, day: SheetDay, view: CellView, planned: PlannedCell | undefined): string {
  const value = view.typed ?? (view.seconds > 0 ? hourWords(t, view.seconds) : t('time.empty'));
  return [
    lineName(line),
    format.day(day.day, 'long'),
    value,
    planned && t('time.planned_hours', { hours: format.hours(planned.seconds) }),
    view.comment && t('time.noted', { note: view.comment }),
    day.locked && t('time.locked'),
    (view.state === 'failed' || view.state === 'invalid') && t('time.not_saved_because', { reason: view.reason }),
    view.state === 'offline' && t('time.waits'),
  ]
    .filter(Boolean)
    .join(', ');
}
