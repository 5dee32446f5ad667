import { useElementSize } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, addDays, isoWeek, mondayOf, mondayOfIsoWeek } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { Button, IconButton, Link, Loaded, PHONE, Waiting, useKeys, useMedia } from '../../web/ui/index.ts';
import { DayColumn } from './DayColumn.tsx';
import { useMyWeek } from './home-data.ts';
import { type WeekDay, filledShare, weekDays, weekTotal } from './home-week.ts';
import styles from './Home.module.css';
import { HomeCard } from './HomeCard.tsx';
import { weekName } from './names.ts';
import { TIMESHEET, useOpenScreen } from './open-screens.ts';

export interface WeekCardProps {
  /** ISO name of the week. */
  week: string;
  today: Day;
  onWeek: (week: string) => void;
}

/** Seven days with what is logged, due and planned. */
export function WeekCard({ week, today, onWeek }: WeekCardProps) {
  const { t } = useTranslation();
  const query = useMyWeek(week);
  return (
    <HomeCard area="week" title={t('reporting.my_week')} more={<Stepper {...{ week, today, onWeek }} />}>
      <Loaded query={query} skeleton={<Waiting rows={5} />} errorTitle={t('reporting.week_failed')}>
        {(sheet) => <Week week={sheet.week} days={weekDays(sheet)} today={today} />}
      </Loaded>
    </HomeCard>
  );
}

function Stepper({ week, today, onWeek }: WeekCardProps) {
  const { t } = useTranslation();
  const monday = mondayOfIsoWeek(week) ?? mondayOf(today);
  const go = (days: number) => () => onWeek(isoWeek(addDays(monday, days)));
  return (
    <div className={styles.stepper} role="group" aria-label={t('reporting.week_shown')}>
      {week !== isoWeek(today) && (
        <Button size="sm" level="subtle" className={styles.backToNow} onClick={() => onWeek(isoWeek(today))}>
          {t('reporting.this_week')}
        </Button>
      )}
      <IconButton size="sm" label={t('reporting.week_before')} icon={<IconChevronLeft size={16} />} onClick={go(-7)} />
      <span className={styles.weekName} aria-live="polite">
        {format.dayRange(monday, addDays(monday, 6))} <span className={styles.muted}>{weekName(week)}</span>
      </span>
      <IconButton size="sm" label={t('reporting.week_after')} icon={<IconChevronRight size={16} />} onClick={go(7)} />
    </div>
  );
}

interface WeekProps {
  week: string;
  days: readonly WeekDay[];
  today: Day;
}

/** Width in px below which the days are a strip with one of them open. */
const NARROWEST_COLUMNS = 600;

const NUMBERS = ['1', '2', '3', '4', '5', '6', '7'];

function Week({ week, days, today }: WeekProps) {
  const { t } = useTranslation();
  const open = useOpenScreen();
  const phone = useMedia(PHONE);
  const { ref: box, width } = useElementSize<HTMLDivElement>();
  /** Too narrow for seven columns; before the first measure the window decides. */
  const strip = width > 0 ? width < NARROWEST_COLUMNS : phone;
  const list = useRef<HTMLOListElement>(null);
  const [chosen, setChosen] = useState<Day>();
  const total = weekTotal(days);
  const shown = days.find(({ day }) => day === (chosen ?? today)) ?? days[0];
  const stand = t('reporting.week_logged', { logged: format.hours(total.seconds), due: format.hours(total.due) });

  const planned = (['planned', 'tentative'] as const)
    .filter((kind) => total[kind] > 0)
    .map((kind) => t(`reporting.week_${kind}`, { hours: format.hoursOfMinutes(total[kind]) }));

  useKeys(
    NUMBERS.map((keys, index) => ({
      keys,
      label: `reporting.key_day_${keys}`,
      run: () => list.current?.children[index]?.querySelector<HTMLElement>('a, button')?.focus(),
    })),
  );

  return (
    <div ref={box} className={styles.stack}>
      <p className={styles.weekTotal}>
        {open(TIMESHEET) ? (
          <Link to={TIMESHEET} search={{ w: week }}>
            {stand}
          </Link>
        ) : (
          stand
        )}
        <span className={styles.muted}>{planned.length > 0 ? planned.join(', ') : t('reporting.week_unplanned')}</span>
      </p>
      {strip ? (
        <>
          <ol className={styles.chips} ref={list}>
            {days.map((day) => (
              <li key={day.day}>
                <DayChip day={day} chosen={day === shown} isToday={day.day === today} onChoose={() => setChosen(day.day)} />
              </li>
            ))}
          </ol>
          {shown && (
            <ol className={styles.oneDay}>
              <DayColumn day={shown} today={today} />
            </ol>
          )}
        </>
      ) : (
        <ol className={styles.days} ref={list}>
          {days.map((day) => (
            <DayColumn key={day.day} day={day} today={today} />
          ))}
        </ol>
      )}
    </div>
  );
}

interface DayChipProps {
  day: WeekDay;
  chosen: boolean;
  isToday: boolean;
  onChoose: () => void;
}

/** A day of the strip on a phone; the chosen one is open under it. */
function DayChip({ day, chosen, isToday, onChoose }: DayChipProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={chosen}
      aria-current={isToday ? 'date' : undefined}
      data-off={day.off || undefined}
      onClick={onChoose}
    >
      <span>{format.day(day.day, 'weekday')}</span>
      <b>{Number(day.day.slice(8))}</b>
      <span className={styles.fill} aria-hidden="true">
        <span style={{ width: `${filledShare(day) * 100}%` }} />
      </span>
    </button>
  );
}
