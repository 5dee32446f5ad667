import { useTranslation } from 'react-i18next';
import { EmptyState, PageTitle } from '../../web/ui/index.ts';

/** Stands where the access table closes a screen that was opened by its address: it says so, and nothing is called. */
export function Closed({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={title} />
      <EmptyState title={t('settings.closed')} text={t('settings.closed_text')} />
    </>
  );
}
