import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Day, isoWeek } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { Link } from '../../web/ui/index.ts';
import styles from './Home.module.css';
import { type DayState, type WeekDay, dayState, filledShare } from './home-week.ts';
import { LevelMark } from './LevelMark.tsx';
import { ADD_TIME, TIMESHEET, useOpenScreen } from './open-screens.ts';

const GLYPHS: Readonly<Record<DayState, string>> = { missing: '▼', part: '▼', done: '✓', over: '▲', none: '' };
const MOST = 4;

/** One day of the week: logged against due, why nothing is due, what is planned, and the way to log. */
export function DayColumn({ day, today }: { day: WeekDay; today: Day }) {
  const { t } = useTranslation();
  const open = useOpenScreen();
  const state = dayState(day, today);
  const name = (
    <>
      {format.day(day.day, 'weekday')} {Number(day.day.slice(8))}
      {day.day === today && <span className={styles.hidden}>{`, ${t('reporting.today')}`}</span>}
    </>
  );
  const long = format.day(day.day, 'long');
  return (
    <li className={styles.day} data-off={day.off || undefined} data-today={day.day === today || undefined}>
      <div className={styles.dayHead}>
        {open(TIMESHEET) ? (
          <Link to={TIMESHEET} search={{ w: isoWeek(day.day), day: day.day }} className={styles.dayName}>
            {name}
          </Link>
        ) : (
          <span className={styles.dayName}>{name}</span>
        )}
        {open(ADD_TIME) && (
          <Link
            to={ADD_TIME}
            search={{ day: day.day }}
            className={styles.plus}
            aria-label={t('reporting.add_on', { day: long })}
            title={t('reporting.add_on', { day: long })}
          >
            <IconPlus size={16} aria-hidden="true" />
          </Link>
        )}
      </div>
      <p className={styles.dayFigure} data-state={state}>
        <b>{format.hours(day.seconds)}</b>
        {day.due > 0 && <span className={styles.muted}>{` / ${format.hoursOfMinutes(day.due)}`}</span>}{' '}
        {t('reporting.hours_unit')}
        {GLYPHS[state] && (
          <>
            <span className={styles.glyph} aria-hidden="true">
              {GLYPHS[state]}
            </span>
            <span className={styles.hidden}>{t(`reporting.day_${state}`)}</span>
          </>
        )}
      </p>
      <span className={styles.fill} data-state={state} aria-hidden="true">
        <span style={{ width: `${filledShare(day) * 100}%` }} />
      </span>
      {day.holiday && <p className={styles.reason}>{day.holiday}</p>}
      {day.leave > 0 && (
        <p className={styles.reason}>{t('reporting.leave_hours', { hours: format.hoursOfMinutes(day.leave) })}</p>
      )}
      {day.planned.length > 0 && <Planned day={day} />}
    </li>
  );
}

function Planned({ day: { day, planned } }: { day: WeekDay }) {
  const { t } = useTranslation();
  const rest = planned.length - MOST;
  return (
    <ul className={styles.planned} aria-label={t('reporting.planned_on', { day: format.day(day, 'long') })}>
      {planned.slice(0, MOST).map((work) => (
        <li key={work.key} data-level={work.level} title={work.full}>
          <span className={styles.plannedName}>{work.name}</span>
          <span className={styles.figure}>{t('reporting.h', { hours: format.hoursOfMinutes(work.minutes) })}</span>
          <LevelMark level={work.level} />
        </li>
      ))}
      {rest > 0 && <li className={styles.muted}>{t('reporting.planned_more', { count: rest })}</li>}
    </ul>
  );
}
