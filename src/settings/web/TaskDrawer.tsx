import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../web/session.ts';
import {
  Button,
  Checkbox,
  Drawer,
  EXTRA,
  EmptyState,
  ErrorPanel,
  Radio,
  Stack,
  TextInput,
  Waiting,
  confirm,
  notify,
} from '../../web/ui/index.ts';
import { At, FormBody, FormButtons, formStyles } from './FormBody.tsx';
import { useForm, useLeaveGuard } from './form.ts';
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
  waiting: boolean;
  canEdit: boolean;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

const FORM = 'task-form';
const draftOf = (row: TaskType | undefined): Draft => ({
  name: row?.name ?? '',
  chargeable: row?.chargeable ?? true,
  is_active: row?.is_active ?? true,
});

/** One task type, or a new one. */
export function TaskDrawer({ id, task, waiting, canEdit, onClose, onNext, onPrevious }: TaskDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const [busy, setBusy] = useState(false);
  const isNew = id === 'new';
  const editable = canEdit && may(isNew ? 'settings.add_type_task' : 'settings.edit_type_tasks');
  const shown = isNew || task;
  return (
    <Drawer
      open={id !== ''}
      onClose={onClose}
      title={isNew ? t('settings.new_task') : (task?.name ?? t('settings.task'))}
      onNext={onNext}
      onPrevious={onPrevious}
      actions={
        editable && shown ? (
          <FormButtons id={FORM} busy={busy} save={isNew ? t('settings.add') : t('settings.save')} onCancel={onClose} />
        ) : undefined
      }
    >
      {shown ? (
        <TaskForm key={id} task={task} editable={editable} onBusy={setBusy} onDone={onClose} />
      ) : (
        id !== '' && (waiting ? <Waiting rows={3} /> : <EmptyState title={t('settings.task_gone')} />)
      )}
    </Drawer>
  );
}

interface TaskFormProps {
  task: TaskType | undefined;
  editable: boolean;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}

function TaskForm({ task, editable, onBusy, onDone }: TaskFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm<TaskType, Draft>({
    row: task,
    draftOf,
    check: ({ name }) => (name.trim() === '' ? { name: t('settings.name_missing') } : {}),
    save: async (changes, version) => {
      onBusy(true);
      try {
        if (!task) return await call('POST /api/settings/add_type_task', { query: {}, body: changes as Draft });
        const [row] = await call('POST /api/settings/edit_type_tasks', {
          query: {},
          body: { tasks: [{ id: task.id, ...changes, ...(version ? { version } : {}) }] },
        });
        return row as TaskType;
      } finally {
        onBusy(false);
      }
    },
    onSaved: (row) => {
      if (!task) notify.success(t('settings.task_added', { name: row.name }));
      onDone();
      void client.invalidateQueries({ queryKey: TASKS });
    },
  });
  useLeaveGuard(form.isDirty);
  const { draft, set, errors } = form;
  return (
    <>
      <FormBody
        form={form}
        id={FORM}
        name={t('settings.task')}
        labels={{ name: t('settings.name'), chargeable: t('settings.kind'), is_active: t('settings.active') }}
      >
        <At field="name" wide>
          <TextInput
            label={t('settings.name')}
            value={draft.name}
            onChange={(name) => set({ name })}
            extra={EXTRA.name}
            maxLength={200}
            error={errors.name}
            disabled={!editable}
            autoFocus={!task}
            required
          />
        </At>
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
          <At field="is_active" wide>
            <Checkbox
              label={t('settings.active')}
              description={t('settings.active_text')}
              checked={draft.is_active}
              disabled={!editable}
              onChange={(event) => set({ is_active: event.currentTarget.checked })}
            />
          </At>
        )}
      </FormBody>
      {task && editable && <DeleteTask task={task} onDone={onDone} />}
    </>
  );
}

/** Deletes what nothing uses; else the refusal says what does, and offers to set it inactive. */
function DeleteTask({ task, onDone }: { task: TaskType; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const may = useMayCall();
  const [error, setError] = useState<unknown>();
  if (!may('settings.delete_type')) return null;
  const finish = async (): Promise<void> => {
    onDone();
    await client.invalidateQueries({ queryKey: TASKS });
  };
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: t('settings.delete_task_title', { name: task.name }),
      text: t('settings.delete_task_text'),
      action: t('settings.delete'),
      danger: true,
    });
    if (!sure) return;
    try {
      await call('POST /api/settings/delete_type', { query: {}, body: { ids: [task.id] } });
      notify.success(t('settings.deleted', { name: task.name }));
      await finish();
    } catch (refusal) {
      setError(refusal);
    }
  };
  const deactivate = async (): Promise<void> => {
    try {
      await call('POST /api/settings/edit_type_tasks', { query: {}, body: { tasks: [{ id: task.id, is_active: false }] } });
      await finish();
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <div className={formStyles.danger}>
      {error !== undefined && <ErrorPanel error={error} title={t('settings.not_deleted')} />}
      <p>{t('settings.delete_task_text')}</p>
      {error !== undefined && task.is_active ? (
        <Button onClick={() => void deactivate()}>{t('settings.deactivate')}</Button>
      ) : (
        <Button onClick={() => void remove()}>{t('settings.delete_dots')}</Button>
      )}
    </div>
  );
}
