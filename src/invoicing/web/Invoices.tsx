import { useNavigate } from '@tanstack/react-router';
import { IconBuildingBank, IconEraser, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../web/address.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import { Button, ClosedPage, PageTitle, Tabs, useKeys } from '../../web/ui/index.ts';
import { InvoiceDrawer } from './InvoiceDrawer.tsx';
import { InvoicesTab } from './InvoicesTab.tsx';
import { codecs } from './invoice-list.ts';
import { PAGE, useLiveInvoices } from './invoices-data.ts';
import { NewInvoice } from './NewInvoice.tsx';
import { NewWriteOff } from './NewWriteOff.tsx';
import { Sellers } from './Sellers.tsx';
import { UnbilledTab } from './UnbilledTab.tsx';
import { WriteOffsTab } from './WriteOffsTab.tsx';

/** What clients were invoiced, what is not billed yet, and what of it was given up. */
export default function Invoices() {
  const { t } = useTranslation();
  return useMayCall()('invoices.list') ? <Both /> : <ClosedPage title={t('invoicing.invoices')} />;
}

function Both() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [{ tab, id, add, off }, setAddress] = useAddress(codecs);
  const [selling, setSelling] = useState(false);
  const mayAdd = usePageFlag('can_edit', PAGE) && useMayCall()('invoices.push');
  useLiveInvoices();
  const begin = (): void => setAddress({ add: 'new' });
  useKeys(mayAdd ? [{ keys: 'n', label: 'invoicing.new', run: begin }] : []);
  // What one tab keeps in the address means nothing to the other, so a turn begins anew.
  const turn = (next: string | null): void =>
    void navigate({ to: '.', search: (next === null || next === 'invoices' ? {} : { tab: next }) as never, resetScroll: false });
  return (
    <>
      <PageTitle
        title={t('invoicing.invoices')}
        actions={
          <>
            <Button icon={<IconBuildingBank size={16} aria-hidden="true" />} onClick={() => setSelling(true)}>
              {t('invoicing.sellers')}
            </Button>
            {mayAdd && tab === 'write_offs' && (
              <Button icon={<IconEraser size={16} aria-hidden="true" />} onClick={() => setAddress({ off: 'new' })}>
                {t('invoicing.write_off')}
              </Button>
            )}
            {mayAdd && (
              <Button level="primary" icon={<IconPlus size={16} aria-hidden="true" />} onClick={begin}>
                {t('invoicing.new')}
              </Button>
            )}
          </>
        }
      />
      <Tabs value={tab} onChange={turn} keepMounted={false}>
        <Tabs.List mb={12}>
          <Tabs.Tab value="invoices">{t('invoicing.invoices')}</Tabs.Tab>
          <Tabs.Tab value="unbilled">{t('invoicing.unbilled')}</Tabs.Tab>
          <Tabs.Tab value="write_offs">{t('invoicing.write_offs')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="invoices">
          <InvoicesTab />
        </Tabs.Panel>
        <Tabs.Panel value="unbilled">
          <UnbilledTab />
        </Tabs.Panel>
        <Tabs.Panel value="write_offs">
          <WriteOffsTab />
        </Tabs.Panel>
      </Tabs>
      {tab === 'unbilled' && (
        <InvoiceDrawer id={id} onClose={() => setAddress({ id: '' })} onOpen={(next) => setAddress({ id: next })} />
      )}
      <NewInvoice
        open={add !== '' && mayAdd}
        projectId={add === 'new' ? null : add}
        onClose={() => setAddress({ add: '' })}
        onMade={(made) => setAddress({ add: '', id: made })}
        onWriteOff={(project) => setAddress({ add: '', off: project })}
      />
      <NewWriteOff
        open={off !== '' && mayAdd}
        projectId={off === 'new' ? null : off}
        onClose={() => setAddress({ off: '' })}
        onMade={(made) => void navigate({ to: '.', search: { tab: 'write_offs', id: made } as never, resetScroll: false })}
      />
      <Sellers open={selling} onClose={() => setSelling(false)} />
    </>
  );
}
