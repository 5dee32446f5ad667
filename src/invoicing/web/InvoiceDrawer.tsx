import { useTranslation } from 'react-i18next';
import { CallError } from '../../web/api.ts';
import { Drawer, EmptyState, Loaded, Waiting } from '../../web/ui/index.ts';
import { DraftForm } from './DraftForm.tsx';
import { Issued } from './Issued.tsx';
import { type Details, useInvoice } from './invoices-data.ts';

export interface InvoiceDrawerProps {
  /** Empty: closed. */
  id: string;
  onClose: () => void;
  onOpen: (id: string) => void;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
}

/** One invoice or credit note: a draft to be written, or what was issued with what became of it. */
export function InvoiceDrawer({ id, onClose, onOpen, ...beside }: InvoiceDrawerProps) {
  const { t } = useTranslation();
  const query = useInvoice(id);
  const found = query.data?.id === id ? query.data : undefined;
  const isGone = query.error instanceof CallError && [404, 422].includes(query.error.status);
  const title = (invoice: Details): string =>
    invoice.number
      ? `${t(`invoicing.kind_${invoice.kind}`)} ${invoice.number}`
      : t('invoicing.draft_for', { client: invoice.client });
  return (
    <Drawer {...beside} open={id !== ''} onClose={onClose} title={found ? title(found) : t('invoicing.invoice')} size="wide">
      {found ? (
        found.may.edit ? (
          <DraftForm key={found.id} invoice={found} onClose={onClose} />
        ) : (
          <Issued key={found.id} invoice={found} onOpen={onOpen} />
        )
      ) : isGone ? (
        <EmptyState title={t('invoicing.gone')} />
      ) : (
        <Loaded query={query} skeleton={<Waiting rows={10} />}>
          {() => null}
        </Loaded>
      )}
    </Drawer>
  );
}
