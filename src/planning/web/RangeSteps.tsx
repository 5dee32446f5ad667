import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { dayRange } from '../../web/format.ts';
import { Button, EmptyState, IconButton, useKeys } from '../../web/ui/index.ts';
import styles from './PeopleGrid.module.css';

export interface RangeStepsProps {
  from: Day;
  to: Day;
  onStep: (by: -1 | 1) => void;
  onToday: () => void;
}

/** The days that are shown, and the way to earlier and later ones, also by key. */
export function RangeSteps({ from, to, onStep, onToday }: RangeStepsProps) {
  const { t } = useTranslation();
  useKeys([
    { keys: 't', label: 'planning.today', run: onToday },
    { keys: 'shift+arrowleft', label: 'planning.earlier', run: () => onStep(-1) },
    { keys: 'shift+arrowright', label: 'planning.later', run: () => onStep(1) },
  ]);
  return (
    <div className={styles.range}>
      <IconButton label={t('planning.earlier')} icon={<IconChevronLeft size={18} />} onClick={() => onStep(-1)} />
      <Button onClick={onToday}>{t('planning.today')}</Button>
      <IconButton label={t('planning.later')} icon={<IconChevronRight size={18} />} onClick={() => onStep(1)} />
      <span className={styles.dates}>{dayRange(from, to)}</span>
    </div>
  );
}

/** In place of rows: nobody is there, or nobody whom the filters leave. */
export function Nobody({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  return narrowed ? (
    <EmptyState title={t('planning.nobody_matches')} action={{ label: t('planning.clear_filters'), onClick: onClear }} />
  ) : (
    <EmptyState title={t('planning.nobody')} text={t('planning.nobody_text')} />
  );
}
