import { useNavigate } from '@tanstack/react-router';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { choice, useAddress } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { Badge, Button, Tabs } from '../../web/ui/index.ts';
import { ChangesTab } from './ChangesTab.tsx';
import styles from './Rates.module.css';
import type { Line } from './rates-data.ts';
import { RatesTab } from './RatesTab.tsx';
import { RolesTab } from './RolesTab.tsx';

const TABS = ['rates', 'roles', 'changes'] as const;
const codecs = { tab: choice(TABS, 'rates') };

export interface OneLineProps {
  line: Line;
  sees: boolean;
  canEdit: boolean;
  onEdit: () => void;
  onImport: () => void;
}

/** One service line: what it wants of its work, its rates, its roles, and who changed them. */
export function OneLine({ line, sees, canEdit, onEdit, onImport }: OneLineProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [{ tab }] = useAddress(codecs);
  // What one tab keeps in the address means nothing to the others.
  const turn = (next: string | null): void =>
    void navigate({ to: '.', search: { line: line.id, ...(next && next !== 'rates' ? { tab: next } : {}) } as never });
  const share = (basisPoints: number | null): string => (basisPoints === null ? '–' : format.percent(basisPoints / 10_000, 2));
  const aims = (target: number | null, floor: number | null): string =>
    t('rates.target_and_floor', { target: share(target), floor: share(floor) });
  return (
    <>
      <div className={styles.head}>
        <h2>{line.name}</h2>
        {!line.is_active && <Badge color="gray">{t('rates.archived')}</Badge>}
        {canEdit && (
          <Button size="sm" icon={<IconPencil size={16} aria-hidden="true" />} onClick={onEdit}>
            {t('rates.edit_line')}
          </Button>
        )}
      </div>
      <dl className={styles.facts}>
        <Fact name={t('rates.lead')} value={line.lead ?? t('rates.no_lead')} />
        <Fact name={t('rates.target_margin')} value={aims(line.target_margin, line.floor_margin)} />
        <Fact name={t('rates.target_recovery')} value={aims(line.target_recovery, line.floor_recovery)} />
      </dl>
      <Tabs value={tab} onChange={turn} keepMounted={false}>
        <Tabs.List mb={12} mt={12}>
          {TABS.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {t(`rates.tab_${id}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="rates">
          <RatesTab line={line} sees={sees} canEdit={canEdit && line.is_active} onImport={canEdit ? onImport : undefined} />
        </Tabs.Panel>
        <Tabs.Panel value="roles">
          <RolesTab line={line} canEdit={canEdit} />
        </Tabs.Panel>
        <Tabs.Panel value="changes">
          <ChangesTab line={line.id} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
