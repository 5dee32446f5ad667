import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { type TypedLine, unknownIn } from '../rules/line.ts';
import styles from './AddTime.module.css';
import type { datesOf } from './typed-line.ts';

/** What the words of a typed line mean beside the work: hours, days, note, and what is not understood. */
export function LineMeaning({ line, dates }: { line: TypedLine; dates: ReturnType<typeof datesOf> }) {
  const { t } = useTranslation();
  const unknown = unknownIn(line);
  const note = line.parts.flatMap((part) => (part.kind === 'note' ? part.text : [])).join(' ');
  const meant = [
    line.hours && t(line.split ? 'time.line_hours_together' : 'time.line_hours', { hours: line.hours }),
    dates && (dates.to ? format.dayRange(dates.from, dates.to) : format.day(dates.from)),
    note && t('time.line_note', { note }),
  ].filter(Boolean);
  if (meant.length + unknown.length === 0) return null;
  return (
    <div className={styles.meaning}>
      {meant.length > 0 && <span>{meant.join(' · ')}</span>}
      {unknown.length > 0 && <span className={styles.unknown}>{t('time.line_unknown', { words: format.listed(unknown) })}</span>}
    </div>
  );
}
