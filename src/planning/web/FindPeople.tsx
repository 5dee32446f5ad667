import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { day as dayText, hoursOfMinutes, number } from '../../web/format.ts';
import { Button, EmptyState, ErrorPanel, Waiting } from '../../web/ui/index.ts';
import type { Candidate } from '../contract.ts';
import type { Search } from '../contract/demands.ts';
import { call } from './draft.ts';
import styles from './Find.module.css';
import { preferredLevel } from './board-data.ts';

const PAGE = 20;

export interface FindPeopleProps {
  search: Omit<Search, 'page' | 'per_page'>;
  /** Left out of the list: whoever has it now. */
  without?: string | undefined;
  onChoose: (candidate: Candidate) => void;
}

/** Free people, those who fit best first, each with everything that speaks for and against; one press chooses. */
export function FindPeople({ search, without, onChoose }: FindPeopleProps) {
  const { t } = useTranslation();
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['bookings', 'find', search],
    queryFn: ({ pageParam, signal }) =>
      call('POST /api/bookings/find', { body: { ...search, page: pageParam, per_page: PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.pagination.has_next ? last.pagination.page + 1 : undefined),
    placeholderData: (before) => before,
  });
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Waiting rows={5} />;
  const rows = data.pages.flatMap((page) => page.rows).filter(({ user_id }) => user_id !== without);
  const total = data.pages[0]?.pagination.total ?? 0;
  if (rows.length === 0) return <EmptyState title={t('planning.nobody_free')} text={t('planning.nobody_free_text')} />;
  return (
    <>
      <p role="status">{t('planning.found_people', { count: total, shown: number(total) })}</p>
      <ul className={styles.list} aria-label={t('planning.free_people')}>
        {rows.map((row) => (
          <li key={row.user_id} className={styles.person} data-refused={row.refused || undefined}>
            <div className={styles.who}>
              <strong>{row.name}</strong>
              <span>{[row.grade, row.team, row.country].filter(Boolean).join(' · ')}</span>
              <Factors row={row} />
            </div>
            <Button
              level={row.refused ? 'default' : 'primary'}
              disabled={row.refused || preferredLevel(row.may) === undefined}
              aria-label={t('planning.book_person', { name: row.name })}
              onClick={() => onChoose(row)}
            >
              {preferredLevel(row.may) === 'requested' ? t('planning.request') : t('planning.book')}
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('planning.more_candidates')}
        </Button>
      )}
    </>
  );
}

/** Each reason for and against a person, with its figure. */
function Factors({ row }: { row: Candidate }) {
  const { t } = useTranslation();
  const factors = [
    t('planning.factor_free', { percent: row.percent, hours: hoursOfMinutes(row.free), capacity: hoursOfMinutes(row.capacity) }),
    t('planning.factor_fits', { fits: row.fits, count: row.days }),
    row.soft > 0 ? t('planning.factor_soft', { hours: hoursOfMinutes(row.soft) }) : '',
    row.leave > 0 ? t('planning.factor_leave', { count: row.leave }) : '',
    row.known_until ? t('planning.factor_known', { day: dayText(row.known_until) }) : '',
    row.refused ? t('planning.factor_refused') : '',
  ].filter(Boolean);
  return (
    <ul className={styles.factors}>
      {factors.map((factor) => (
        <li key={factor}>{factor}</li>
      ))}
    </ul>
  );
}
