import { useNavigate } from '@tanstack/react-router';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState, PageTitle } from '../../web/ui/index.ts';

/** In place of a report that the access table closes to this person; nothing is asked of the server. */
export function ClosedReport({ title }: { title: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <PageTitle title={title} />
      <EmptyState
        icon={<IconLock size={48} stroke={1} aria-hidden="true" />}
        title={t('reporting.closed')}
        text={t('reporting.closed_why')}
        action={{ label: t('reporting.go_home'), onClick: () => void navigate({ to: '/home' as never }) }}
      />
    </>
  );
}
