import { IconClipboardCopy, IconListCheck, IconRowInsertBottom } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import styles from './Timesheet.module.css';

export interface EmptyWeekProps {
  /** Seconds that the plan would fill. */
  planned: number;
  onFill: () => void;
  onCopy: () => void;
  onAdd: () => void;
  onTurn: (by: -1 | 1) => void;
  /** Takes the keyboard when it appears: there is no cell that could. */
  takeFocus: () => boolean;
}

/** A week without time: three ways to begin. */
export function EmptyWeek({ planned, onFill, onCopy, onAdd, onTurn, takeFocus }: EmptyWeekProps) {
  const { t } = useTranslation();
  const copy = useRef<HTMLButtonElement>(null);
  const appear = useEffectEvent(() => {
    if (takeFocus()) copy.current?.focus();
  });
  useEffect(() => appear(), []);
  /** The keys of the sheet that need no cell. */
  const keys = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      PageUp: () => onTurn(-1),
      PageDown: () => onTurn(1),
      Insert: onAdd,
      C: onCopy,
      P: onFill,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <section className={styles.choices} aria-label={t('time.empty_week')} onKeyDown={keys}>
      {planned > 0 && (
        <Choice icon={<IconListCheck size={28} stroke={1.4} />} title={t('time.fill_from_plan')} onPress={onFill}>
          {t('time.choice_plan', { hours: format.hours(planned) })}
        </Choice>
      )}
      <Choice icon={<IconClipboardCopy size={28} stroke={1.4} />} title={t('time.copy_last_week')} onPress={onCopy} ref={copy}>
        {t('time.choice_copy')}
      </Choice>
      <Choice icon={<IconRowInsertBottom size={28} stroke={1.4} />} title={t('time.add_row')} onPress={onAdd}>
        {t('time.choice_add')}
      </Choice>
    </section>
  );
}

interface ChoiceProps {
  icon: ReactNode;
  title: string;
  children: string;
  onPress: () => void;
  ref?: Ref<HTMLButtonElement>;
}

function Choice({ icon, title, children, onPress, ref }: ChoiceProps) {
  return (
    <button ref={ref} type="button" className={styles.choice} onClick={onPress}>
      <span aria-hidden="true">{icon}</span>
      <span>
        <b>{title}</b>
        <small>{children}</small>
      </span>
    </button>
  );
}
