import { useTranslation } from 'react-i18next';
import { addDays } from '../../kit/day.ts';
import { DateField, Select } from '../../web/ui/index.ts';
import { MOST_REPEATS, type Repeat, type Span, repeatsOf } from '../rules.ts';
import styles from './Forms.module.css';

const EVERY = [1, 2, 4] as const;
/** Until when a repetition runs unless one says otherwise: a quarter of a year. */
const USUAL_DAYS = 91;

export interface RepeatFieldsProps {
  span: Pick<Span, 'first_day' | 'last_day'>;
  /** Undefined: it does not come again. */
  value: Repeat | undefined;
  onChange: (value: Repeat | undefined) => void;
  /** It comes again: only how often is asked. */
  always?: boolean;
  autoFocus?: boolean;
}

/** How often a booking comes again and until when, with how many bookings that are. */
export function RepeatFields({ span, value, onChange, always = false, autoFocus = false }: RepeatFieldsProps) {
  const { t } = useTranslation();
  const latest = addDays(span.first_day, 7 * MOST_REPEATS);
  const every = EVERY.map((weeks) => ({ id: String(weeks), name: t('planning.every_weeks', { count: weeks }) }));
  return (
    <div className={styles.repeat}>
      <Select
        label={t('planning.repeat')}
        options={always ? every : [{ id: '0', name: t('planning.repeat_never') }, ...every]}
        value={String(value?.weeks ?? 0)}
        onChange={(id) => {
          const weeks = Number(id ?? 0);
          onChange(weeks > 0 ? { until: value?.until ?? addDays(span.first_day, USUAL_DAYS), weeks } : undefined);
        }}
        clearable={false}
        searchable={false}
        autoFocus={autoFocus}
      />
      {value && (
        <DateField
          label={t('planning.repeat_until')}
          description={t('planning.repeat_more', { count: repeatsOf(span, value).length })}
          value={value.until}
          onChange={(until) => until && onChange({ ...value, until })}
          min={addDays(span.first_day, 7)}
          max={latest}
          clearable={false}
        />
      )}
    </div>
  );
}
