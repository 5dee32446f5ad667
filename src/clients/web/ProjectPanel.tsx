import { useQueryClient } from '@tanstack/react-query';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../../web/ui/media.ts';
import { Badge, Button, PHONE, Select, Tabs, notify, useReason } from '../../web/ui/index.ts';
import { PROJECTS, type ProjectDetails, call } from './clients-data.ts';
import { Feed } from './Feed.tsx';
import { PANELS, type Panel } from './project-list.ts';
import { ProjectBudget } from './ProjectBudget.tsx';
import { ProjectForm } from './ProjectForm.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import { ProjectNotes } from './ProjectNotes.tsx';
import styles from './ProjectPanel.module.css';
import { ProjectParts } from './ProjectParts.tsx';
import { ProjectTeam } from './ProjectTeam.tsx';

export interface ProjectPanelProps {
  project: ProjectDetails;
  panel: Panel;
  editable: boolean;
  onPanel: (panel: Panel) => void;
  onOpen: (id: string, panel?: string) => void;
  onClose: () => void;
}

/** A project from all sides, a tab each; on a phone the tabs are a list. */
export function ProjectPanel({ project, panel, editable, onPanel, onOpen, onClose }: ProjectPanelProps) {
  const { t } = useTranslation();
  const isPhone = useMedia(PHONE);
  const turn = (next: string | null | undefined): void => {
    const found = PANELS.find((each) => each === next);
    if (found) onPanel(found);
  };
  return (
    <>
      <div className={styles.head}>
        <p>
          {[project.code, project.client ?? t('clients.own_work')].join(' · ')}{' '}
          {project.is_template && (
            <Badge variant="light" tt="none">
              {t('clients.template')}
            </Badge>
          )}
        </p>
        <Watch project={project} />
        <ProjectMenu project={project} onOpen={onOpen} />
      </div>
      {isPhone && (
        <Select
          label={t('clients.panel')}
          hideLabel
          options={PANELS.map((id) => ({ id, name: t(`clients.tab_${id}`) }))}
          value={panel}
          onChange={turn}
          clearable={false}
          searchable={false}
        />
      )}
      <Tabs value={panel} onChange={turn} keepMounted={false}>
        {!isPhone && (
          <Tabs.List aria-label={t('clients.panel')}>
            {PANELS.map((id) => (
              <Tabs.Tab key={id} value={id}>
                {t(`clients.tab_${id}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        )}
        <Tabs.Panel value="overview" className={styles.panel}>
          <ProjectParts tab="overview" projectId={project.id} />
          <ProjectForm project={project} editable={editable} onDone={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="team" className={styles.panel}>
          <ProjectTeam project={project} editable={editable} />
        </Tabs.Panel>
        <Tabs.Panel value="time" className={styles.panel}>
          <ProjectParts tab="time" projectId={project.id} />
        </Tabs.Panel>
        <Tabs.Panel value="budget" className={styles.panel}>
          <ProjectBudget project={project} editable={editable} />
        </Tabs.Panel>
        <Tabs.Panel value="invoices" className={styles.panel}>
          <ProjectParts tab="invoices" projectId={project.id} />
        </Tabs.Panel>
        <Tabs.Panel value="files" className={styles.panel}>
          <ProjectNotes project={project} editable={editable} />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={styles.panel}>
          <Feed kind="projects" id={project.id} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Who follows a project is told what its managers are told. */
function Watch({ project }: { project: ProjectDetails }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const { watched } = project;
  const turn = async (): Promise<void> => {
    try {
      const { watching } = await call('PUT /api/projects/:id/watch', {
        params: { id: project.id },
        body: { watching: !watched },
      });
      client.setQueryData([...PROJECTS, 'one', project.id], { ...project, watched: watching });
    } catch (error) {
      notify.error(reason(error));
    }
  };
  const Icon = watched ? IconBell : IconBellOff;
  return (
    <Button size="sm" icon={<Icon size={16} aria-hidden="true" />} aria-pressed={watched} onClick={() => void turn()}>
      {t(watched ? 'clients.following' : 'clients.follow')}
    </Button>
  );
}
