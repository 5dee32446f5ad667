import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { hours } from '../../web/format.ts';
import styles from './Total.module.css';
import { type TotalState, totalState } from './week.ts';

const GLYPHS: Readonly<Record<TotalState, string>> = { missing: '▼', done: '✓', over: '▲', none: '' };

export interface TotalProps {
  /** Seconds logged, and seconds that are due. */
  seconds: number;
  due: number;
  /** Days that lie ahead are not missing anything yet. */
  ahead?: boolean;
}

/** What a total says in words: `4 of 8 hours, 4 missing`. */
export function totalWords({ seconds, due, ahead }: TotalProps, t: TFunction): string {
  const state = totalState(seconds, due);
  const values = { hours: hours(seconds), due: hours(due), rest: hours(Math.abs(due - seconds)) };
  if (state === 'missing' && ahead) return t('time.total_ahead', values);
  return t(`time.total_${state}`, values);
}

/** A total against what is due: figure, glyph and colour, with the sentence for screen readers and on hover. */
export function Total(props: TotalProps) {
  const { t } = useTranslation();
  const { seconds, due, ahead } = props;
  const state = totalState(seconds, due);
  // A day off without time says nothing at all.
  if (seconds === 0 && due === 0) return null;
  const shownState = state === 'missing' && ahead ? 'none' : state;
  const words = totalWords(props, t);
  return (
    <span className={styles.total} data-state={shownState} title={words}>
      <span aria-hidden="true">
        <span className={styles.part}>
          <b>{hours(seconds)}</b>
          {due > 0 && <span className={styles.due}> / {hours(due)}</span>}
        </span>{' '}
        <span className={styles.part}>
          {GLYPHS[shownState] && <span className={styles.glyph}>{GLYPHS[shownState]}</span>}
          {(shownState === 'missing' || shownState === 'over') && (
            <span className={styles.rest}> {hours(Math.abs(due - seconds))}</span>
          )}
        </span>
      </span>
      <span className={styles.words}>{words}</span>
    </span>
  );
}
