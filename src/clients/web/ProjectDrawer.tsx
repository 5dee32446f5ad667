import { useTranslation } from 'react-i18next';
import { RecordDrawer } from '../../web/form/index.ts';
import { useMayCall } from '../../web/session.ts';
import { useProject } from './clients-data.ts';
import type { Panel } from './project-list.ts';
import { ProjectForm } from './ProjectForm.tsx';
import { ProjectPanel } from './ProjectPanel.tsx';

export interface ProjectDrawerProps {
  /** Id of a project, `new`, or empty: closed. */
  id: string;
  panel: Panel;
  canEdit: boolean;
  onPanel: (panel: Panel) => void;
  onOpen: (id: string, panel?: string) => void;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

/** Tabs on which nothing is written. */
const READ: readonly Panel[] = ['time', 'history'];

/** One project with all that is known of it, or a new one. */
export function ProjectDrawer({ id, panel, canEdit, onPanel, onOpen, onClose, ...rest }: ProjectDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const isNew = id === 'new';
  const editable = canEdit && may(isNew ? 'projects.create' : 'projects.update');
  const query = useProject(id, id !== '' && !isNew);
  return (
    <RecordDrawer
      {...rest}
      id={id}
      size={isNew ? 'normal' : 'wide'}
      row={query.data?.id === id ? query.data : undefined}
      nameOf={({ name }) => name}
      query={query}
      editable={editable && (isNew || !READ.includes(panel))}
      words={{ add: t('clients.new_project'), one: t('clients.project'), gone: t('clients.project_gone') }}
      onClose={onClose}
    >
      {(project) =>
        project ? (
          <ProjectPanel project={project} panel={panel} editable={editable} onPanel={onPanel} onOpen={onOpen} onClose={onClose} />
        ) : (
          <ProjectForm project={undefined} editable={editable} onDone={onClose} />
        )
      }
    </RecordDrawer>
  );
}
