import { useNavigate } from '@tanstack/react-router';
import { IconArrowLeft, IconPlus, IconTableImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { choice, flag, useAddress, word } from '../../web/address.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import { Button, ClosedPage, PageTitle, Tabs, useKeys } from '../../web/ui/index.ts';
import { ClientsTab } from './ClientsTab.tsx';
import { ImportClients, ImportProjects } from './ImportTables.tsx';
import { ProjectsTab } from './ProjectsTab.tsx';

const codecs = { tab: choice(['projects', 'clients'], 'projects'), id: word(), import: flag() };

/** The firm's projects, and the clients they are for. */
export default function ClientsProjects() {
  const { t } = useTranslation();
  return useMayCall()('projects.all') ? <Both /> : <ClosedPage title={t('clients.clients_projects')} />;
}

function Both() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [{ tab, import: importing }, setAddress] = useAddress(codecs);
  const may = useMayCall();
  const canEdit = usePageFlag('can_edit', 'clients_projects');
  const mayAdd = canEdit && may(tab === 'projects' ? 'projects.create' : 'clients.create');
  const mayImport = canEdit && may(tab === 'projects' ? 'projects.bulk_insert' : 'clients.bulk_insert');
  const label = tab === 'projects' ? 'clients.new_project' : 'clients.new_client';
  const add = (): void => setAddress({ id: 'new' });
  useKeys(mayAdd ? [{ keys: 'n', label, run: add }] : []);
  // What one tab keeps in the address means nothing to the other, so a turn begins anew.
  const turn = (next: string | null): void =>
    void navigate({ to: '.', search: (next === 'clients' ? { tab: next } : {}) as never, resetScroll: false });
  if (importing && mayImport)
    return (
      <>
        <PageTitle
          title={t(`clients.import_${tab}_title`)}
          actions={
            <Button icon={<IconArrowLeft size={16} aria-hidden="true" />} onClick={() => setAddress({ import: false })}>
              {t(`clients.all_${tab}`)}
            </Button>
          }
        />
        {tab === 'projects' ? <ImportProjects /> : <ImportClients />}
      </>
    );
  return (
    <>
      <PageTitle
        title={t('clients.clients_projects')}
        summary={t(`clients.${tab}`)}
        actions={
          <>
            {mayImport && (
              <Button icon={<IconTableImport size={16} aria-hidden="true" />} onClick={() => setAddress({ import: true })}>
                {t('clients.import')}
              </Button>
            )}
            {mayAdd && (
              <Button level="primary" icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
                {t(label)}
              </Button>
            )}
          </>
        }
      />
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
