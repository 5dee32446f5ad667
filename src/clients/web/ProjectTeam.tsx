import { useTranslation } from 'react-i18next';
import { useColleagueOptions, withChosen } from '../../people/web/public.tsx';
import { At, FormBody, formStyles } from '../../web/form/index.ts';
import { Select } from '../../web/ui/index.ts';
import { type ProjectDetails, useTaskOptions } from './clients-data.ts';
import { ProjectParts } from './ProjectParts.tsx';
import { SpanFields } from './fields.tsx';
import { RowsEditor } from './RowsEditor.tsx';
import { usePart } from './use-part.ts';

type Held = { id?: string; user_id: string; name: string; first_day: string | null; last_day: string | null };

interface Draft {
  managed: readonly Held[];
  members: readonly Held[];
  logging: ProjectDetails['logging'];
  task_type_ids: readonly string[];
}

const draftOf = (row: ProjectDetails | undefined): Draft => ({
  managed: row?.managed ?? [],
  members: row?.members ?? [],
  logging: row?.logging ?? 'everybody',
  task_type_ids: row?.task_type_ids ?? [],
});

const sent = (rows: readonly Held[]) => rows.map(({ name: _name, ...row }) => row);

/** Who manages a project and who works on it, each with their days, and who may log what. */
export function ProjectTeam({ project, editable }: { project: ProjectDetails; editable: boolean }) {
  const { t } = useTranslation();
  const people = useColleagueOptions();
  const tasks = useTaskOptions();
  const check = ({ managed, members }: Draft) => ({
    ...(managed.some(({ user_id }) => !user_id) ? { managed: t('clients.person_missing') } : {}),
    ...(members.some(({ user_id }) => !user_id) ? { members: t('clients.person_missing') } : {}),
  });
  const bodyOf = ({ managed, members, logging, task_type_ids }: Partial<Draft>) => ({
    ...(managed ? { managed: sent(managed) } : {}),
    ...(members ? { members: sent(members) } : {}),
    ...(logging ? { logging } : {}),
    ...(task_type_ids ? { task_type_ids: [...task_type_ids] } : {}),
  });
  const form = usePart<Draft>(project, draftOf, bodyOf, check);
  const { draft, set, errors } = form;
  const labels = {
    managed: t('clients.managers'),
    members: t('clients.members'),
    logging: t('clients.logging'),
    task_type_ids: t('clients.task_types'),
  };
  const list = (field: 'managed' | 'members', add: string, empty: string) => (
    <RowsEditor<Held>
      field={field}
      title={labels[field]}
      rows={draft[field]}
      onChange={(rows) => set({ [field]: rows })}
      blank={() => ({ user_id: '', name: '', first_day: null, last_day: null })}
      add={add}
      nameOf={({ name }, number) => name || t('clients.row', { number })}
      empty={empty}
      error={errors[field]}
      disabled={!editable}
    >
      {(row, change) => (
        <>
          <div data-wide>
            <Select
              label={t('clients.person')}
              options={withChosen(people, row.user_id || null, row.name)}
              value={row.user_id || undefined}
              onChange={(id) => change({ user_id: id ?? '', name: people.find((each) => each.id === id)?.name ?? '' })}
              clearable={false}
              disabled={!editable}
            />
          </div>
          <SpanFields
            first={row.first_day}
            last={row.last_day}
            onChange={({ first = row.first_day, last = row.last_day }) => change({ first_day: first, last_day: last })}
            disabled={!editable}
          />
        </>
      )}
    </RowsEditor>
  );
  return (
    <>
      <ProjectParts tab="team" projectId={project.id} />
      <FormBody form={form} name={t('clients.tab_team')} labels={labels}>
        <div className={formStyles.fields}>
          {list('managed', t('clients.add_manager'), t('clients.no_managers'))}
          {list('members', t('clients.add_member'), t('clients.no_members'))}
          <At field="logging">
            <Select
              label={labels.logging}
              description={t('clients.logging_text')}
              options={(['everybody', 'members'] as const).map((id) => ({ id, name: t(`clients.logging_${id}`) }))}
              value={draft.logging}
              onChange={(logging) => logging && set({ logging: logging as Draft['logging'] })}
              clearable={false}
              searchable={false}
              disabled={!editable}
              error={errors.logging}
            />
          </At>
          <At field="task_type_ids">
            <Select
              label={labels.task_type_ids}
              description={t('clients.task_types_text')}
              placeholder={t('clients.all_task_types')}
              options={tasks}
              multiple
              limit={3}
              value={draft.task_type_ids}
              onChange={(task_type_ids) => set({ task_type_ids })}
              disabled={!editable}
              error={errors.task_type_ids}
            />
          </At>
        </div>
      </FormBody>
    </>
  );
}
