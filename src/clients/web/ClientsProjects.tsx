import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { choice, useAddress } from '../../web/address.ts';
import { PageTitle, Tabs } from '../../web/ui/index.ts';
import { ClientsTab } from './ClientsTab.tsx';
import { ProjectsTab } from './ProjectsTab.tsx';

const codecs = { tab: choice(['projects', 'clients'], 'projects') };

/** The firm's projects, and the clients they are for. */
export default function ClientsProjects() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [{ tab }] = useAddress(codecs);
  // What one tab keeps in the address means nothing to the other, so a turn begins anew.
  const turn = (next: string | null): void =>
    void navigate({ to: '.', search: (next === 'clients' ? { tab: next } : {}) as never, resetScroll: false });
  return (
    <>
      <PageTitle title={t('clients.clients_projects')} summary={t(`clients.${tab}`)} />
      <Tabs value={tab} onChange={turn} keepMounted={false}>
        <Tabs.List mb={12}>
          <Tabs.Tab value="projects">{t('clients.projects')}</Tabs.Tab>
          <Tabs.Tab value="clients">{t('clients.clients')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="projects">
          <ProjectsTab />
        </Tabs.Panel>
        <Tabs.Panel value="clients">
          <ClientsTab />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
