import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormButtons } from '../../settings/web/public.tsx';
import { CallError } from '../../web/api.ts';
import { useMayCall } from '../../web/session.ts';
import { Drawer, EmptyState, Loaded, Waiting } from '../../web/ui/index.ts';
import { PROJECTS, call } from './clients-data.ts';
import { PROJECT_FORM, ProjectForm } from './ProjectForm.tsx';

export interface ProjectDrawerProps {
  /** Id of a project, `new`, or empty: closed. */
  id: string;
  canEdit: boolean;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

/** One project with all of its fields, or a new one. */
export function ProjectDrawer({ id, canEdit, onClose, onNext, onPrevious }: ProjectDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const [busy, setBusy] = useState(false);
  const isNew = id === 'new';
  const editable = canEdit && may(isNew ? 'projects.create' : 'projects.update');
  const query = useQuery({
    queryKey: [...PROJECTS, 'one', id],
    queryFn: ({ signal }) => call('GET /api/projects/:id', { params: { id } }, { signal }),
    enabled: id !== '' && !isNew,
  });
  const project = isNew || query.data?.id !== id ? undefined : query.data;
  const unknown = query.error instanceof CallError && [404, 422].includes(query.error.status);
  return (
    <Drawer
      open={id !== ''}
      onClose={onClose}
      title={isNew ? t('clients.new_project') : (project?.name ?? t('clients.project'))}
      onNext={onNext}
      onPrevious={onPrevious}
      actions={
        editable && (isNew || project) ? (
          <FormButtons id={PROJECT_FORM} busy={busy} save={isNew ? t('clients.add') : t('clients.save')} onCancel={onClose} />
        ) : undefined
      }
    >
      {isNew && editable && <ProjectForm key="new" project={undefined} editable onBusy={setBusy} onDone={onClose} />}
      {!isNew && id !== '' && unknown && <EmptyState title={t('clients.project_gone')} />}
      {!isNew && id !== '' && !unknown && (
        <Loaded query={query} skeleton={<Waiting rows={8} />}>
          {(row) => <ProjectForm key={row.id} project={row} editable={editable} onBusy={setBusy} onDone={onClose} />}
        </Loaded>
      )}
    </Drawer>
  );
}
