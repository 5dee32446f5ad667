import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Errors, type Form, useForm } from '../../web/form/index.ts';
import { notify } from '../../web/ui/index.ts';
import { CLIENTS, PROJECTS, type ProjectDetails, call } from './clients-data.ts';

type Update = Parameters<typeof call<'POST /api/projects/update'>>[1]['body'];

/** A form on some of a project's fields; what was saved is shown at once, wherever the project stands. */
export function usePart<Draft extends object>(
  project: ProjectDetails,
  draftOf: (row: ProjectDetails | undefined) => Draft,
  bodyOf: (changes: Partial<Draft>) => Omit<Update, 'id' | 'version'>,
  check?: (draft: Draft) => Errors<Draft>,
): Form<Draft> {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useForm<ProjectDetails, Draft>({
    row: project,
    draftOf,
    ...(check ? { check } : {}),
    save: (changes, version) =>
      call('POST /api/projects/update', { body: { id: project.id, ...(version ? { version } : {}), ...bodyOf(changes) } }),
    onSaved: (row) => {
      client.setQueryData([...PROJECTS, 'one', row.id], row);
      for (const queryKey of [PROJECTS, CLIENTS]) void client.invalidateQueries({ queryKey });
      notify.success(t('clients.saved', { name: row.name }));
    },
  });
}
