import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useColleagueOptions, useTeamOptions } from '../../people/web/public.tsx';
import { number } from '../../web/format.ts';
import { Button, Menu, Select } from '../../web/ui/index.ts';
import { STATUSES } from '../rules.ts';
import { BillingMenu } from './BillingMenu.tsx';
import type { ProjectChange } from './clients-data.ts';
import { useProjectChange } from './project-changes.ts';
import styles from './ProjectPanel.module.css';

export interface BulkMenuProps {
  ids: readonly string[];
  mayBill: boolean;
  mayUpdate: boolean;
  onDone: () => void;
}

/** What is done with the selected projects together: each change is one step, and one Undo takes it back. */
export function BulkMenu({ ids, mayBill, mayUpdate, onDone }: BulkMenuProps) {
  const { t } = useTranslation();
  const change = useProjectChange();
  const [busy, setBusy] = useState(false);
  const teams = useTeamOptions();
  const people = useColleagueOptions();
  const set = async (what: ProjectChange, field: string, value: string): Promise<void> => {
    setBusy(true);
    const label = t('clients.many_set', { count: ids.length, shown: number(ids.length), field, value });
    if (await change(ids, what, label)) onDone();
    setBusy(false);
  };
  return (
    <div className={styles.actions}>
      {mayBill && <BillingMenu ids={ids} onDone={onDone} />}
      {mayUpdate && (
        <>
          <Menu position="top-start" transitionProps={{ duration: 0 }}>
            <Menu.Target>
              <Button busy={busy}>{t('clients.set_status')}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {STATUSES.map((status) => (
                <Menu.Item key={status} onClick={() => void set({ status }, t('clients.status'), t(`clients.status_${status}`))}>
                  {t(`clients.status_${status}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Select
            label={t('clients.manager_for', { count: ids.length })}
            hideLabel
            placeholder={t('clients.manager')}
            options={people}
            value={undefined}
            disabled={busy}
            onChange={(id) =>
              id && void set({ manager_ids: [id] }, t('clients.manager'), people.find((each) => each.id === id)?.name ?? '')
            }
          />
          <Select
            label={t('clients.team_for', { count: ids.length })}
            hideLabel
            placeholder={t('clients.team')}
            options={teams}
            value={undefined}
            disabled={busy}
            onChange={(id) =>
              id && void set({ team_id: id }, t('clients.team'), teams.find((each) => each.id === id)?.name ?? '')
            }
          />
          <Button busy={busy} onClick={() => void set({ status: 'archived' }, t('clients.status'), t('clients.status_archived'))}>
            {t('clients.archive')}
          </Button>
        </>
      )}
    </div>
  );
}
