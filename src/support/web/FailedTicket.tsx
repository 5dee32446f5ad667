import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FailedProps } from '../../web/shell/failed-acts.ts';
import { Button } from '../../web/ui/index.ts';
import { useTicketButton } from './ticket-rule.ts';
// A page outside of the frame has no styles of dialogs yet.
import '../../web/styles/shell.css';

const TicketModal = lazy(() => import('./TicketModal.tsx'));

/** A ticket from a page that broke, with what it says of itself. */
export default function FailedTicket({ page, details }: FailedProps) {
  const { t } = useTranslation();
  const mayCreate = useTicketButton(false, page);
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  if (!mayCreate) return null;
  return (
    <>
      <Button
        wide
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
      >
        {t('support.create_ticket')}
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <TicketModal open={opened} page={page} details={details()} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
