import { useTranslation } from 'react-i18next';
import { day, today } from '../../web/format.ts';
import type { User } from './people-data.ts';
import styles from './UserDetails.module.css';
import { gradeSpans } from './user-draft.ts';

/** Which grade held from when, the newest first. */
export function GradeHistory({ grades }: { grades: User['grades'] }) {
  const { t } = useTranslation();
  const spans = gradeSpans(grades, today());
  return (
    <section className={styles.history} aria-labelledby="grade-history">
      <h2 id="grade-history">{t('people.grade_history')}</h2>
      <ul>
        {spans.map(({ grade, step, from, when }) => (
          <li key={from} data-when={when}>
            <span>{[grade, step].filter(Boolean).join(' · ')}</span>
            <span className={styles.since}>
              {t(when === 'planned' ? 'people.planned_from' : 'people.since', { day: day(from) })}
              {when === 'now' && ` · ${t('people.now')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
