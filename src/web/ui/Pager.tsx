import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Pagination } from '../../kit/endpoint.ts';
import { number } from '../format.ts';
import { IconButton } from './Button.tsx';
import styles from './DataTable.module.css';

export interface PagerProps {
  /** What is paged, where several lists stand on one screen. */
  of?: string;
  pagination: Pagination;
  onPage: (page: number, perPage: number) => void;
}

const SIZES = [25, 50, 100];

/** Where the page of a list stands, as the server's headers say it, and the way to the next one. */
export function Pager({ of, pagination, onPage }: PagerProps) {
  const { t } = useTranslation();
  const { page, per_page: perPage, total, has_next: hasNext, has_prev: hasPrevious } = pagination;
  const first = total === 0 ? 0 : (page - 1) * perPage + 1;
  const sizes = SIZES.includes(perPage) ? SIZES : [...SIZES, perPage].sort((a, b) => a - b);
  return (
    <nav className={styles.pager} aria-label={of ? `${t('web.pages')}: ${of}` : t('web.pages')}>
      <label>
        {t('web.rows_per_page')}{' '}
        <select className={styles.size} value={perPage} onChange={(event) => onPage(1, Number(event.currentTarget.value))}>
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <span>
        {t('web.shown_of', { first: number(first), last: number(Math.min(page * perPage, total)), total: number(total) })}
      </span>
      <IconButton
        size="sm"
        level="default"
        label={t('web.previous_page')}
        icon={<IconChevronLeft size={16} />}
        disabled={!hasPrevious}
        onClick={() => onPage(page - 1, perPage)}
      />
      <IconButton
        size="sm"
        level="default"
        label={t('web.next_page')}
        icon={<IconChevronRight size={16} />}
        disabled={!hasNext}
        onClick={() => onPage(page + 1, perPage)}
      />
    </nav>
  );
}
