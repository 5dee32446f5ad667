import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hoursOfMinutes } from '../../web/format.ts';
import { HoursField, NumberField, Select } from '../../web/ui/index.ts';
import { minutesOfPercent, minutesOfTotal } from '../rules.ts';
import styles from './Forms.module.css';

type How = 'day' | 'percent' | 'total';

/** The working days of a booking, and the minutes that its person has on them. */
export interface Room {
  days: number;
  capacity: number;
}

export interface AmountFieldProps {
  minutes: number;
  /** Undefined where nothing is known of the person: hours a day alone. */
  room: Room | undefined;
  disabled?: boolean;
  error?: string | undefined;
  onChange: (minutes: number) => void;
}

const MOST_SECONDS = 86_400;
const MOST_PERCENT = 300;
const MOST_TOTAL = 36_000_000;

/** How much is booked: hours a day, a share of what the person has, or hours in all, which are spread over the working days. */
export function AmountField({ minutes, room, disabled = false, error, onChange }: AmountFieldProps) {
  const { t } = useTranslation();
  const [how, setHow] = useState<How>('day');
  const known = room && room.days > 0 && room.capacity > 0 ? room : undefined;
  const shown = known ? how : 'day';
  const told = t('planning.amount_is', { hours: hoursOfMinutes(minutes) });
  return (
    <div className={styles.repeat}>
      {shown === 'percent' && known ? (
        <NumberField
          label={t('planning.share')}
          description={told}
          value={Math.round((minutes * known.days * 100) / known.capacity)}
          unit="%"
          min={1}
          max={MOST_PERCENT}
          disabled={disabled}
          onChange={(percent) => percent && onChange(minutesOfPercent(percent, known.capacity, known.days))}
        />
      ) : (
        <HoursField
          label={shown === 'total' ? t('planning.total_hours') : t('planning.hours_a_day')}
          {...(shown === 'total' ? { description: told } : {})}
          value={(shown === 'total' && known ? minutes * known.days : minutes) * 60}
          max={shown === 'total' ? MOST_TOTAL : MOST_SECONDS}
          disabled={disabled}
          error={error}
          onChange={(seconds) =>
            seconds &&
            onChange(
              shown === 'total' && known ? minutesOfTotal(seconds / 60, known.days) : Math.max(1, Math.round(seconds / 60)),
            )
          }
        />
      )}
      {known && (
        <Select
          label={t('planning.amount')}
          options={[
            { id: 'day', name: t('planning.hours_a_day') },
            { id: 'percent', name: t('planning.share') },
            { id: 'total', name: t('planning.total_hours') },
          ]}
          value={shown}
          onChange={(id) => setHow(id === 'percent' || id === 'total' ? id : 'day')}
          clearable={false}
          searchable={false}
          disabled={disabled}
        />
      )}
    </div>
  );
}
