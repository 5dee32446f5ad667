import { useTranslation } from 'react-i18next';
import { PageTitle } from './PageTitle.tsx';
import { EmptyState } from './states.tsx';

/** Stands where the access table closes a screen that was opened by its address: it says so, and nothing is called. */
export function ClosedPage({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={title} />
      <EmptyState title={t('web.closed')} text={t('web.closed_text')} />
    </>
  );
}
