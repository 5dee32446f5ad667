import { Popover } from '@mantine/core';
import { IconCalendar, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, addDays, addMonths, isoWeek } from '../../kit/day.ts';
import * as format from '../format.ts';
import { locale } from '../i18n/text.ts';
import { Button } from './Button.tsx';
import { Calendar } from './Calendar.tsx';
import styles from './DateField.module.css';
import { type Period, monthPeriod, parseDay, parsePeriod, quarterPeriod, weekOf, yearPeriod } from './dates.ts';
import { Field, type FieldProps, fieldStyles } from './Field.tsx';
import { PHONE, useMedia } from './media.ts';

interface BoxProps extends FieldProps {
  shown: string;
  placeholder: string;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  onClear?: (() => void) | undefined;
  /** Reads what was typed; false leaves it, marked as not understood. */
  onTyped: (text: string) => boolean;
  opened: boolean;
  onOpen: (opened: boolean) => void;
  children: ReactNode;
}

/** A line that takes typed dates, with a calendar under it. */
function DateBox(props: BoxProps) {
  const { label, hideLabel, description, required, shown, opened, onOpen, onTyped, disabled } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const [failed, setFailed] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const commit = (): void => {
    if (typed === undefined) return;
    const understood = typed.trim() === '' ? (props.onClear?.(), true) : onTyped(typed);
    setFailed(!understood);
    if (understood) setTyped(undefined);
  };

  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && typed !== undefined) {
      event.preventDefault();
      commit();
    }
    if (event.key === 'ArrowDown' && event.altKey) onOpen(true);
    if (event.key === 'Escape' && (typed !== undefined || opened)) {
      event.stopPropagation();
      setTyped(undefined);
      setFailed(false);
      onOpen(false);
    }
  };

  return (
    <Field
      {...{ label, hideLabel, description, required }}
      error={props.error ?? (failed ? t('web.date_not_understood') : undefined)}
    >
      {({ id, describedBy }) => (
        <Popover opened={opened} onChange={onOpen} position="bottom-start" trapFocus returnFocus withRoles={false}>
          <Popover.Target>
            <div
              className={fieldStyles.box}
              data-invalid={failed || props.error ? true : undefined}
              data-disabled={disabled || undefined}
            >
              <input
                ref={input}
                id={id}
                className={fieldStyles.input}
                value={typed ?? shown}
                placeholder={props.placeholder}
                disabled={disabled}
                autoFocus={props.autoFocus}
                data-autofocus={props.autoFocus || undefined}
                autoComplete="off"
                aria-describedby={describedBy}
                aria-invalid={failed || undefined}
                onChange={(event) => setTyped(event.currentTarget.value)}
                onFocus={(event) => event.currentTarget.select()}
                onBlur={commit}
                onKeyDown={keys}
              />
              {props.onClear && shown !== '' && !disabled && (
                <button
                  type="button"
                  className={fieldStyles.inside}
                  aria-label={t('web.clear', { what: label })}
                  onClick={() => {
                    props.onClear?.();
                    input.current?.focus();
                  }}
                >
                  <IconX size={16} aria-hidden="true" />
                </button>
              )}
              <button
                type="button"
                className={fieldStyles.inside}
                disabled={disabled}
                aria-label={t('web.open_calendar', { what: label })}
                aria-expanded={opened}
                onClick={() => onOpen(!opened)}
              >
                <IconCalendar size={16} aria-hidden="true" />
              </button>
            </div>
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={label}>
            {props.children}
          </Popover.Dropdown>
        </Popover>
      )}
    </Field>
  );
}

export interface DateFieldProps extends FieldProps {
  value: Day | undefined;
  onChange: (day: Day | undefined) => void;
  /** Default true. */
  clearable?: boolean;
  min?: Day;
  max?: Day;
  disabled?: boolean;
  autoFocus?: boolean;
  /** What an empty one says. */
  placeholder?: string;
}

/** One day, typed (`16 nov`, `mon`, `-1`, `16/11`) or picked. */
export function DateField({ value, onChange, clearable = true, min, max, placeholder, ...rest }: DateFieldProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const fits = (day: Day): boolean => (min === undefined || day >= min) && (max === undefined || day <= max);
  const typed = (text: string): boolean => {
    const day = parseDay(text, { today: format.today(), locale: locale() });
    if (!day || !fits(day)) return false;
    onChange(day);
    return true;
  };
  return (
    <DateBox
      {...rest}
      shown={value ? format.day(value) : ''}
      placeholder={placeholder ?? t('web.date_example')}
      onClear={clearable ? () => onChange(undefined) : undefined}
      onTyped={typed}
      opened={opened}
      onOpen={setOpened}
    >
      <Calendar
        chosen={value ? { from: value, to: value } : undefined}
        min={min}
        max={max}
        onPick={(day) => {
          onChange(day);
          setOpened(false);
        }}
      />
    </DateBox>
  );
}

export interface PeriodFieldProps extends FieldProps {
  value: Period | undefined;
  onChange: (period: Period | undefined) => void;
  /** Default false: most screens always stand on a period. */
  clearable?: boolean;
  /** Default: examples of what may be typed. */
  placeholder?: string | undefined;
  disabled?: boolean;
}

/** A period as people name it: a whole week, month, quarter or year by its name, else both ends. */
export function periodName(period: Period): string {
  const is = (other: Period): boolean => other.from === period.from && other.to === period.to;
  if (is(monthPeriod(period.from))) return format.day(period.from, 'month');
  if (is(yearPeriod(period.from))) return period.from.slice(0, 4);
  if (is(weekOf(period.from))) return `${format.dayRange(period.from, period.to)} (${isoWeek(period.from).slice(5)})`;
  return period.from === period.to ? format.day(period.from) : format.dayRange(period.from, period.to);
}

/** From day to day: presets, typed text (`next week`, `Q1`, `w47`), or two presses in the calendar. */
export function PeriodField({ value, onChange, clearable = false, placeholder, ...rest }: PeriodFieldProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [start, setStart] = useState<Day>();
  const narrow = useMedia(PHONE);
  const today = format.today();
  const presets: [string, Period][] = [
    [t('web.this_week'), weekOf(today)],
    [t('web.next_week'), weekOf(addDays(today, 7))],
    [t('web.last_week'), weekOf(addDays(today, -7))],
    [t('web.this_month'), monthPeriod(today)],
    [t('web.last_month'), monthPeriod(addMonths(today, -1))],
    [t('web.this_quarter'), quarterPeriod(today)],
    [t('web.this_year'), yearPeriod(today)],
  ];
  const take = (period: Period): void => {
    onChange(period);
    setStart(undefined);
    setOpened(false);
  };
  const typed = (text: string): boolean => {
    const period = parsePeriod(text, { today, locale: locale() });
    if (period) take(period);
    return period !== undefined;
  };
  const pick = (day: Day): void => {
    if (start === undefined) setStart(day);
    else take(start <= day ? { from: start, to: day } : { from: day, to: start });
  };
  return (
    <DateBox
      {...rest}
      shown={value ? periodName(value) : ''}
      placeholder={placeholder ?? t('web.period_example')}
      onClear={clearable ? () => onChange(undefined) : undefined}
      onTyped={typed}
      opened={opened}
      onOpen={setOpened}
    >
      <div className={styles.period}>
        <div className={styles.presets}>
          {presets.map(([name, period]) => (
            <Button key={name} level="subtle" size="sm" onClick={() => take(period)}>
              {name}
            </Button>
          ))}
        </div>
        <Calendar chosen={start ? { from: start, to: start } : value} months={narrow ? 1 : 2} onPick={pick} />
      </div>
    </DateBox>
  );
}
