import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { At, CheckField, FormBody, NameField, RecordDrawer, RemoveRecord, useForm } from '../../web/form/index.ts';
import { useMayCall } from '../../web/session.ts';
import { Radio, Stack, notify } from '../../web/ui/index.ts';
import { TASKS, type TaskType, call } from './tasks-data.ts';

interface Draft {
  name: string;
  chargeable: boolean;
  is_active: boolean;
}

export interface TaskDrawerProps {
  /** Id of a task type, `new`, or empty: closed. */
  id: string;
  task: TaskType | undefined;
  /** The list that the task type stands in. */
  query: UseQueryResult<unknown>;
  canEdit: boolean;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

const draftOf = (row: TaskType | undefined): Draft => ({
  name: row?.name ?? '',
  chargeable: row?.chargeable ?? true,
  is_active: row?.is_active ?? true,
});

/** One task type, or a new one. */
export function TaskDrawer({ id, task, canEdit, onClose, ...rest }: TaskDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const editable = canEdit && may(id === 'new' ? 'settings.add_type_task' : 'settings.edit_type_tasks');
  return (
    <RecordDrawer
      {...rest}
      id={id}
      row={task}
      nameOf={({ name }) => name}
      editable={editable}
      words={{ add: t('settings.new_task'), one: t('settings.task'), gone: t('settings.task_gone') }}
      onClose={onClose}
    >
      {(row) => (
        <>
          <TaskForm task={row} editable={editable} onDone={onClose} />
          {row && editable && may('settings.delete_type') && <DeleteTask task={row} onDone={onClose} />}
        </>
      )}
    </RecordDrawer>
  );
}

interface TaskFormProps {
  task: TaskType | undefined;
  editable: boolean;
  onDone: () => void;
}

function TaskForm({ task, editable, onDone }: TaskFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm<TaskType, Draft>({
    row: task,
    draftOf,
    check: ({ name }) => (name.trim() === '' ? { name: t('settings.name_missing') } : {}),
    save: async (changes, version) => {
      if (!task) return call('POST /api/settings/add_type_task', { query: {}, body: changes as Draft });
      const [row] = await call('POST /api/settings/edit_type_tasks', {
        query: {},
        body: { tasks: [{ id: task.id, ...changes, ...(version ? { version } : {}) }] },
      });
      return row as TaskType;
    },
    onSaved: (row) => {
      if (!task) notify.success(t('settings.task_added', { name: row.name }));
      onDone();
      void client.invalidateQueries({ queryKey: TASKS });
    },
  });
  const { draft, set, errors } = form;
  return (
    <FormBody
      form={form}
      name={t('settings.task')}
      labels={{ name: t('settings.name'), chargeable: t('settings.kind'), is_active: t('settings.active') }}
    >
      <NameField
        label={t('settings.name')}
        value={draft.name}
        onChange={(name) => set({ name })}
        error={errors.name}
        disabled={!editable}
        autoFocus={!task}
      />
      <At field="chargeable" wide>
        <Radio.Group
          label={t('settings.kind')}
          labelProps={{ fw: 600 }}
          value={draft.chargeable ? 'chargeable' : 'internal'}
          onChange={(kind) => set({ chargeable: kind === 'chargeable' })}
        >
          <Stack gap={8} mt={4}>
            <Radio
              value="chargeable"
              label={t('settings.chargeable')}
              description={t('settings.chargeable_text')}
              disabled={!editable}
            />
            <Radio
              value="internal"
              label={t('settings.internal')}
              description={t('settings.internal_text')}
              disabled={!editable}
            />
          </Stack>
        </Radio.Group>
      </At>
      {task && (
        <CheckField
          field="is_active"
          label={t('settings.active')}
          description={t('settings.active_text')}
          checked={draft.is_active}
          disabled={!editable}
          onChange={(is_active) => set({ is_active })}
        />
      )}
    </FormBody>
  );
}

function DeleteTask({ task, onDone }: { task: TaskType; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const finish = async (): Promise<void> => {
    onDone();
    await client.invalidateQueries({ queryKey: TASKS });
  };
  const remove = async (): Promise<void> => {
    await call('POST /api/settings/delete_type', { query: {}, body: { ids: [task.id] } });
    notify.success(t('settings.deleted', { name: task.name }));
    await finish();
  };
  const deactivate = async (): Promise<void> => {
    await call('POST /api/settings/edit_type_tasks', { query: {}, body: { tasks: [{ id: task.id, is_active: false }] } });
    await finish();
  };
  return (
    <RemoveRecord
      title={t('settings.delete_task_title', { name: task.name })}
      text={t('settings.delete_task_text')}
      refused={t('settings.not_deleted')}
      remove={remove}
      deactivate={task.is_active ? deactivate : undefined}
    />
  );
}
