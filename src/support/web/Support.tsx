import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../web/address.ts';
import { useMayCall } from '../../web/session.ts';
import { Button, PageTitle, Tabs } from '../../web/ui/index.ts';
import { Guide } from './Guide.tsx';
import { TicketList } from './TicketList.tsx';
import { useTicketButton } from './ticket-rule.ts';
import { supportCodecs } from './tickets-data.ts';

const TicketModal = lazy(() => import('./TicketModal.tsx'));

/** The user guide, one's own tickets, and for administrators those of the firm. */
export default function Support() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(supportCodecs);
  const admin = useMayCall()('administrator');
  const page = values.from === '' ? 'support' : values.from;
  const mayCreate = useTicketButton(false, page);
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const tab = values.tab === 'all' && !admin ? 'mine' : values.tab;
  const turn = (next: string | null): void => setValues({ tab: (next ?? 'guide') as never, id: '', status: '', page: 1 });
  const create = mayCreate && (
    <Button
      level="primary"
      onClick={() => {
        setWanted(true);
        setOpened(true);
      }}
    >
      {t('support.create_ticket')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('support.support')} actions={create} />
      <Tabs value={tab} onChange={turn} keepMounted={false}>
        <Tabs.List mb={12} aria-label={t('support.support')}>
          <Tabs.Tab value="guide">{t('support.guide')}</Tabs.Tab>
          <Tabs.Tab value="mine">{t('support.my_tickets')}</Tabs.Tab>
          {admin && <Tabs.Tab value="all">{t('support.all_tickets')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="guide">
          <Guide isModal={false} currentPage={values.from === '' ? undefined : values.from} />
        </Tabs.Panel>
        <Tabs.Panel value="mine">
          <TicketList all={false} values={values} setValues={setValues} />
        </Tabs.Panel>
        {admin && (
          <Tabs.Panel value="all">
            <TicketList all values={values} setValues={setValues} />
          </Tabs.Panel>
        )}
      </Tabs>
      {wanted && (
        <Suspense fallback={null}>
          <TicketModal open={opened} page={page} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
