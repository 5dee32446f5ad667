import { useTranslation } from 'react-i18next';
import { hoursOfMinutes } from '../../web/format.ts';
import { Button } from '../../web/ui/index.ts';
import { type Row, freePerDay, previewOf } from './board-data.ts';
import type { Draft } from './board-writes.ts';
import styles from './Forms.module.css';
import { overText } from './row-text.ts';
import type { Scale } from './scale.ts';

export interface OverNoticeProps {
  row: Row;
  draft: Draft;
  /** The booking that the draft replaces. */
  id: string | undefined;
  scale: Scale;
  onChange: (change: Partial<Draft>) => void;
}

/** Says that a booking goes over capacity, where and by how much, and offers the ways out. It never stands in the way. */
export function OverNotice({ row, draft, id, scale, onChange }: OverNoticeProps) {
  const { t } = useTranslation();
  const { over } = previewOf(row, draft, id, scale);
  if (over.length === 0) return null;
  const free = freePerDay(row, draft.first_day, draft.last_day, scale, id);
  return (
    <div className={styles.over} role="note">
      <strong>▲ {overText(over)}</strong>
      <div className={styles.ways}>
        {free < draft.minutes_per_day && (
          <Button size="sm" onClick={() => onChange({ minutes_per_day: free })}>
            {t('planning.fit_to_free', { hours: hoursOfMinutes(free) })}
          </Button>
        )}
        {draft.level === 'hard' && row.person.may.includes('soft') && (
          <Button size="sm" onClick={() => onChange({ level: 'soft' })}>
            {t('planning.make_soft')}
          </Button>
        )}
      </div>
    </div>
  );
}
