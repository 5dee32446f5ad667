import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hoursOfMinutes } from '../../web/format.ts';
import { Button, Waiting } from '../../web/ui/index.ts';
import type { UnitRange } from '../rules.ts';
import styles from './List.module.css';
import { type MatrixLine, type Measure, freeInAll, heatOf, unitText } from './workload-data.ts';

const STEP = 40;
const STRIP_UNITS = 6;

export interface WorkloadListProps {
  range: UnitRange;
  total: number | undefined;
  row: (index: number) => MatrixLine | undefined;
  measure: Measure;
  withSoft: boolean;
  thresholds: readonly number[];
  onMore: (last: number) => void;
  onOpen: (row: MatrixLine) => void;
  empty: ReactNode;
}

/** The matrix for a small screen: a card a person with the next six units; a tap opens the rest. */
export function WorkloadList(props: WorkloadListProps) {
  const { total, row, onMore, onOpen, range, withSoft } = props;
  const { t } = useTranslation();
  const [shown, setShown] = useState(STEP);
  if (total === undefined) return <Waiting rows={8} />;
  if (total === 0) return props.empty;
  const count = Math.min(shown, total);
  return (
    <>
      <ul className={styles.list}>
        {Array.from({ length: count }, (_, index) => {
          const person = row(index);
          if (!person) return null;
          const heat = heatOf(person, props.measure, withSoft, props.thresholds).slice(0, STRIP_UNITS);
          return (
            <li key={person.user_id} className={styles.card}>
              <div className={styles.head}>
                <div>
                  <h2>{person.name}</h2>
                  <p>{[person.grade, person.team].filter(Boolean).join(' · ')}</p>
                </div>
                <Button onClick={() => onOpen(person)}>
                  {t('planning.free_short', { hours: hoursOfMinutes(Math.round(freeInAll(person, withSoft) / 60) * 60) })}
                  <span className={styles.unit}>{t('planning.details_of', { name: person.name })}</span>
                </Button>
              </div>
              <ol className={styles.strip}>
                {heat.map(({ band, text }, unit) => (
                  <li
                    key={range.starts[unit]}
                    style={{ background: `var(--cadre-heat-${band})`, color: `var(--cadre-heat-${band}-text)` }}
                  >
                    <span className={styles.unit}>{unitText(range, unit)}: </span>
                    {text}
                  </li>
                ))}
              </ol>
            </li>
          );
        })}
      </ul>
      {count < total && (
        <Button
          wide
          onClick={() => {
            setShown(shown + STEP);
            onMore(shown + STEP - 1);
          }}
        >
          {t('planning.more_people', { count: total - count })}
        </Button>
      )}
    </>
  );
}
