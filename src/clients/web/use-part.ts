import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Errors, type Form, useForm } from '../../web/form/index.ts';
import { notify } from '../../web/ui/index.ts';
import { CLIENTS, PROJECTS, type ProjectDetails, call } from './clients-data.ts';

type Update = Parameters<typeof call<'POST /api/projects/update'>>[1]['body'];

/** The last save of each project that is under way. */
const turns = new Map<string, Promise<unknown>>();
/** Which version one's own save made of which: `id version` → version. */
const followed = new Map<string, number>();

/** One save of a project after the other: whoever goes on to its next part before the answer came is not in their own way. */
async function inTurn(
  id: string,
  version: number | undefined,
  save: (version: number | undefined) => Promise<ProjectDetails>,
): Promise<ProjectDetails> {
  const before = turns.get(id) ?? Promise.resolve();
  const mine = before
    .catch(() => undefined)
    .then(async () => {
      let from = version;
      for (let next = from; next !== undefined; next = followed.get(`${id} ${from}`)) from = next;
      const row = await save(from);
      if (from !== undefined && row.version > from) followed.set(`${id} ${from}`, row.version);
      return row;
    });
  turns.set(id, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(id) === mine) turns.delete(id);
  }
}

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
      inTurn(project.id, version, (from) =>
        call('POST /api/projects/update', { body: { id: project.id, ...(from ? { version: from } : {}), ...bodyOf(changes) } }),
      ),
    onSaved: (row) => {
      client.setQueryData([...PROJECTS, 'one', row.id], row);
      for (const queryKey of [PROJECTS, CLIENTS]) void client.invalidateQueries({ queryKey });
      notify.success(t('clients.saved', { name: row.name }));
    },
  });
}
