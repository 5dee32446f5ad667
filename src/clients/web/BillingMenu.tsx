import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Menu, history, notify, useKeys, useReason } from '../../web/ui/index.ts';
import { billingBefore } from './billing.ts';
import { BILLING_STATUSES } from '../rules.ts';
import { type BillingStatus, PROJECTS, call } from './clients-data.ts';

/** Sets the billing status of the selected projects; taken back by Undo. */
export function BillingMenu({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [busy, setBusy] = useState(false);
  const [opened, setOpened] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  // By key the list opens with its first entry in hand: arrows go on from there.
  const openByKey = (): void => {
    setOpened(true);
    requestAnimationFrame(() => requestAnimationFrame(() => first.current?.focus()));
  };
  useKeys([{ keys: 'b', label: 'clients.set_billing', run: openByKey }]);

  const write = async (billing_status: BillingStatus, to: readonly string[]): Promise<void> => {
    await call('POST /api/projects/status_billing', { body: { ids: [...to], billing_status } });
  };
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: PROJECTS });
  const told = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      notify.error(reason(error));
    }
    await refresh();
  };

  const choose = async (status: BillingStatus): Promise<void> => {
    setBusy(true);
    await told(async () => {
      // Read anew: undo must bring back what stood there last, not what this page showed.
      const { rows } = await call('POST /api/projects/all', { body: { projects: [...ids], per_page: 200 } });
      const before = billingBefore(rows, status);
      await write(status, ids);
      const label = t('clients.billing_set', { count: ids.length, status: t(`clients.billing_${status}`) });
      const undo = (): Promise<void> =>
        told(async () => {
          for (const [old, which] of before) await write(old, which);
        });
      history.offer({ label, undo, redo: () => told(() => write(status, ids)) });
      onDone();
    });
    setBusy(false);
  };

  return (
    <Menu position="top-start" transitionProps={{ duration: 0 }} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button level="primary" busy={busy}>
          {t('clients.set_billing')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {BILLING_STATUSES.map((status, index) => (
          <Menu.Item key={status} ref={index === 0 ? first : null} onClick={() => void choose(status)}>
            {t(`clients.billing_${status}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
