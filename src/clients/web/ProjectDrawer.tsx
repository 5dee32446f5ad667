import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RecordDrawer } from '../../web/form/index.ts';
import { useMayCall } from '../../web/session.ts';
import { PROJECTS, call } from './clients-data.ts';
import { ProjectForm } from './ProjectForm.tsx';

export interface ProjectDrawerProps {
  /** Id of a project, `new`, or empty: closed. */
  id: string;
  canEdit: boolean;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

/** One project with all of its fields, or a new one. */
export function ProjectDrawer({ id, canEdit, onClose, ...rest }: ProjectDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const isNew = id === 'new';
  const editable = canEdit && may(isNew ? 'projects.create' : 'projects.update');
  const query = useQuery({
    queryKey: [...PROJECTS, 'one', id],
    queryFn: ({ signal }) => call('GET /api/projects/:id', { params: { id } }, { signal }),
    enabled: id !== '' && !isNew,
  });
  return (
    <RecordDrawer
      {...rest}
      id={id}
      row={query.data?.id === id ? query.data : undefined}
      nameOf={({ name }) => name}
      query={query}
      editable={editable}
      words={{ add: t('clients.new_project'), one: t('clients.project'), gone: t('clients.project_gone') }}
      onClose={onClose}
    >
      {(project) => <ProjectForm project={project} editable={editable} onDone={onClose} />}
    </RecordDrawer>
  );
}
