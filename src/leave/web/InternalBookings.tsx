import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { atLeast } from '../../kit/grades.ts';
import { choice, day, flag, useAddress, word } from '../../web/address.ts';
import { useSession } from '../../web/session.ts';
import { Badge, Button, PageTitle, Tabs, useKeys } from '../../web/ui/index.ts';
import { Balances } from './Balances.tsx';
import { internalActs } from './internal-acts.ts';
import { LEAVE, call, useLiveLeave } from './leave-data.ts';
import { MyLeave } from './MyLeave.tsx';
import { RequestLeave } from './RequestLeave.tsx';
import { TeamCalendar } from './TeamCalendar.tsx';
import { ToDecide } from './ToDecide.tsx';

/** `ask` opens the request; `on`, `until` and `whom` say what for. */
const codecs = {
  tab: choice(['mine', 'decide', 'balances', 'team'], 'mine'),
  ask: flag(),
  on: day(),
  until: day(),
  whom: word(),
};

/** Leave: one's own, what waits for one's decision, and who of the team is off. */
export default function InternalBookings() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [{ tab, ask, on, until, whom }, setAddress] = useAddress(codecs);
  const decides = useDecides();
  useLiveLeave();
  const waiting = useQuery({
    queryKey: [...LEAVE, 'deciding', 'count'],
    queryFn: ({ signal }) => call('GET /api/leave_requests', { query: { scope: 'deciding', per_page: 1 } }, { signal }),
    enabled: decides,
  }).data?.pagination.total;
  const shown = (tab === 'decide' || tab === 'balances') && !decides ? 'mine' : tab;
  const open = (): void => setAddress({ ask: true });
  useKeys([{ keys: 'n', label: 'leave.ask', run: open }]);
  // What one tab keeps in the address means nothing to the others.
  const turn = (next: string | null): void =>
    void navigate({ to: '.', search: (next === 'mine' ? {} : { tab: next }) as never, resetScroll: false });
  return (
    <>
      <PageTitle
        title={t('leave.internal_bookings')}
        summary={t(`leave.tab_${shown}`)}
        actions={
          <>
            {internalActs.parts().map(({ id, Content }) => (
              <Suspense key={id} fallback={null}>
                <Content />
              </Suspense>
            ))}
            <Button level="primary" icon={<IconPlus size={16} aria-hidden="true" />} onClick={open}>
              {t('leave.ask')}
            </Button>
          </>
        }
      />
      <Tabs value={shown} onChange={turn} keepMounted={false}>
        <Tabs.List mb={12}>
          <Tabs.Tab value="mine">{t('leave.tab_mine')}</Tabs.Tab>
          {decides && (
            <Tabs.Tab value="decide">
              {t('leave.tab_decide')}
              {waiting ? (
                <Badge variant="light" ml={6}>
                  {waiting}
                </Badge>
              ) : null}
            </Tabs.Tab>
          )}
          {decides && <Tabs.Tab value="balances">{t('leave.tab_balances')}</Tabs.Tab>}
          <Tabs.Tab value="team">{t('leave.tab_team')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="mine">
          <MyLeave onAsk={open} />
        </Tabs.Panel>
        <Tabs.Panel value="decide">
          <ToDecide />
        </Tabs.Panel>
        <Tabs.Panel value="balances">
          <Balances />
        </Tabs.Panel>
        <Tabs.Panel value="team">
          <TeamCalendar onAsk={(from, to, userId) => setAddress({ ask: true, on: from, until: to, whom: userId ?? '' })} />
        </Tabs.Panel>
      </Tabs>
      <RequestLeave
        open={ask}
        from={on || undefined}
        to={until || on || undefined}
        userId={whom || undefined}
        onBehalf={decides}
        onClose={() => setAddress({ ask: false, on: '', until: '', whom: '' })}
      />
    </>
  );
}

/** May this person decide on leave of others: hr, and Manager and above for those whom they manage. */
function useDecides(): boolean {
  return useSession(({ me }) => me !== undefined && (me.category === 'hr' || atLeast(me.grade, 'Manager')));
}
