import type { UseQueryResult } from '@tanstack/react-query';
import { IconAlertTriangle, IconInbox } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../request.ts';
import { Button } from './Button.tsx';
import styles from './states.module.css';

export interface EmptyStateProps {
  /** The cause, in words. */
  title: string;
  text?: string | undefined;
  /** The one thing to do about it. */
  action?: { label: string; onClick: () => void } | undefined;
  icon?: ReactNode;
}

export function EmptyState({ title, text, action, icon }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon ?? <IconInbox size={48} stroke={1} aria-hidden="true" />}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && (
        <Button level="primary" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

/** What went wrong, in words: the server's own where it gave some. */
export function useReason(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (!(error instanceof CallError)) return t('web.failed');
    if (error.status === 0) return t('web.no_connection');
    return error.detail || t('web.failed_code', { code: error.status });
  };
}

export interface ErrorPanelProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** What could not be had. Default: "This could not be loaded." */
  title?: string;
}

export function ErrorPanel({ error, onRetry, title }: ErrorPanelProps) {
  const { t } = useTranslation();
  const reason = useReason();
  return (
    <div className={styles.error} role="alert">
      <IconAlertTriangle size={20} aria-hidden="true" />
      <span>
        <strong>{title ?? t('web.not_loaded')}</strong> {reason(error)}
      </span>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          {t('web.retry')}
        </Button>
      )}
    </div>
  );
}

/** Grey bars in the shape of what comes, seen only when it takes longer than 150 ms. */
export function Waiting({ rows = 4 }: { rows?: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.waiting} data-waiting role="status" aria-label={t('web.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.bar} />
      ))}
    </div>
  );
}

/** What takes long to draw comes right after the rest of the page is painted, and gives way to keys meanwhile. */
export function Soon({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  return useDeferredValue(true, false) ? children : fallback;
}

export interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  children: (data: T) => ReactNode;
  skeleton?: ReactNode;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  errorTitle?: string;
}

/** What a query brings: skeleton first, then the data (kept while it is fetched anew), or an error with Retry. */
export function Loaded<T>({ query, children, skeleton, isEmpty, empty, errorTitle }: LoadedProps<T>) {
  const { data, error, isFetching, refetch } = query;
  const retry = (): void => void refetch();
  if (data === undefined) {
    return error ? <ErrorPanel error={error} onRetry={retry} title={errorTitle} /> : (skeleton ?? <Waiting />);
  }
  return (
    <div className={isFetching ? styles.fetching : undefined} aria-busy={isFetching || undefined}>
      {error && <ErrorPanel error={error} onRetry={retry} title={errorTitle} />}
      {isEmpty?.(data) ? empty : children(data)}
    </div>
  );
}
