import { IconClipboardCopy, IconListCheck, IconRowInsertBottom } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import styles from './Timesheet.module.css';

export interface EmptyWeekProps {
  /** Seconds that the plan would fill. */
  planned: number;
  onFill: () => void;
  onCopy: () => void;
  onAdd: () => void;
}

/** A week without time: three ways to begin. */
export function EmptyWeek({ planned, onFill, onCopy, onAdd }: EmptyWeekProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.choices} aria-label={t('time.empty_week')}>
      {planned > 0 && (
        <Choice icon={<IconListCheck size={28} stroke={1.4} />} title={t('time.fill_from_plan')} onPress={onFill}>
          {t('time.choice_plan', { hours: format.hours(planned) })}
        </Choice>
      )}
      <Choice icon={<IconClipboardCopy size={28} stroke={1.4} />} title={t('time.copy_last_week')} onPress={onCopy}>
        {t('time.choice_copy')}
      </Choice>
      <Choice icon={<IconRowInsertBottom size={28} stroke={1.4} />} title={t('time.add_row')} onPress={onAdd}>
        {t('time.choice_add')}
      </Choice>
    </section>
  );
}

function Choice({ icon, title, children, onPress }: { icon: ReactNode; title: string; children: string; onPress: () => void }) {
  return (
    <button type="button" className={styles.choice} onClick={onPress}>
      <span aria-hidden="true">{icon}</span>
      <span>
        <b>{title}</b>
        <small>{children}</small>
      </span>
    </button>
  );
}
