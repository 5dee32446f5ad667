import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { day, dayRange, hoursOfMinutes, today } from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import type { User } from './people-data.ts';
import styles from './UserDetails.module.css';

interface Line {
  key: string;
  what: string;
  first: string;
  last: string | null;
}

/** What held from when to when, the newest first. */
function Spans({ title, lines }: { title: string; lines: readonly Line[] }) {
  const { t } = useTranslation();
  const id = useId();
  const now = today();
  return (
    <section className={styles.history} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {lines.toReversed().map(({ key, what, first, last }) => {
          const holds = first <= now && (last === null || last >= now);
          return (
            <li key={key} data-when={holds ? 'now' : undefined}>
              <span>{what}</span>
              <span className={styles.since}>
                {last === null
                  ? t(first > now ? 'people.planned_from' : 'people.since', { day: day(first) })
                  : dayRange(first, last)}
                {holds && ` · ${t('people.now')}`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Each line until the day before the next. */
const untilNext = (rows: readonly { what: string; first: string }[]): Line[] =>
  rows.filter((row, index) => rows[index - 1]?.what !== row.what).map((row) => ({ ...row, key: row.first, last: null }));

/** Employments, teams, countries and weeks of a person, where there was more than one. */
export function History({ user }: { user: User }) {
  const { t } = useTranslation();
  const weeks = untilNext(
    user.patterns.map(({ minutes, valid_from }) => ({
      what: t('people.week_total', { hours: hoursOfMinutes(minutes.reduce((sum, each) => sum + each, 0)) }),
      first: valid_from,
    })),
  );
  const teams = user.team_history.map(({ id, team, first_day, last_day }) => ({
    key: id,
    what: team,
    first: first_day,
    last: last_day,
  }));
  const countries = useSession(({ firm }) => firm?.countries);
  const places = untilNext(
    user.places.map(({ country, region, valid_from }) => ({
      what: [countries?.find(({ code }) => code === country)?.name ?? country, region].filter(Boolean).join(', '),
      first: valid_from,
    })),
  );
  const employments = user.employments.map(({ id, first_day, last_day }) => ({
    key: id,
    what: t('people.employed'),
    first: first_day,
    last: last_day,
  }));
  return (
    <>
      {employments.length > 1 && <Spans title={t('people.employments')} lines={employments} />}
      {teams.length > 0 && <Spans title={t('people.team_history')} lines={teams} />}
      {places.length > 1 && <Spans title={t('people.place_history')} lines={places} />}
      {weeks.length > 1 && <Spans title={t('people.week_history')} lines={weeks} />}
    </>
  );
}
