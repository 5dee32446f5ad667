import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { choice, useAddress } from '../../web/address.ts';
import { Tabs } from '../../web/ui/index.ts';
import { AccessTab } from './AccessTab.tsx';
import { ChangesTab } from './ChangesTab.tsx';

const codecs = { tab: choice(['changes', 'access'], 'changes') };

/** What happened in the firm, and who looked at what. The section of the settings page for administrators. */
export default function Audit() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [{ tab }] = useAddress(codecs);
  // What one tab keeps in the address means nothing to the other, so a turn begins anew.
  const turn = (next: string | null): void =>
    void navigate({
      to: '.',
      search: { section: 'audit', ...(next === 'access' ? { tab: next } : {}) } as never,
      resetScroll: false,
    });
  return (
    <Tabs value={tab} onChange={turn} keepMounted={false}>
      <Tabs.List mb={12} aria-label={t('support.audit')}>
        <Tabs.Tab value="changes">{t('support.changes')}</Tabs.Tab>
        <Tabs.Tab value="access">{t('support.access_log')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="changes">
        <ChangesTab />
      </Tabs.Panel>
      <Tabs.Panel value="access">
        <AccessTab />
      </Tabs.Panel>
    </Tabs>
  );
}
