import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { choice, useAddress, word } from '../../web/address.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  ActiveMark,
  Button,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  Loaded,
  Waiting,
  useKeys,
  besideOf,
} from '../../web/ui/index.ts';
import { TaskDrawer } from './TaskDrawer.tsx';
import { type TaskType, useTaskTypes } from './tasks-data.ts';

const codecs = {
  q: word(),
  kind: choice(['', 'chargeable', 'internal'], ''),
  is_active: choice(['', 'true', 'false'], ''),
  id: word(),
};

/** The firm's kinds of work: what an entry or a booking can be. */
export default function TaskTypes() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const may = useMayCall();
  const canEdit = usePageFlag('can_edit', 'settings');
  const query = useTaskTypes();
  const rows = (query.data?.rows ?? []).filter(
    (row) =>
      row.name.toLowerCase().includes(values.q.trim().toLowerCase()) &&
      (values.kind === '' || row.chargeable === (values.kind === 'chargeable')) &&
      (values.is_active === '' || row.is_active === (values.is_active === 'true')),
  );
  const mayAdd = canEdit && may('settings.add_type_task');
  const narrowed = values.q !== '' || values.kind !== '' || values.is_active !== '';
  const add = (): void => setValues({ id: 'new' });
  useKeys(mayAdd ? [{ keys: 'n', label: 'settings.new_task', run: add }] : []);

  const columns: Column<TaskType>[] = [
    { id: 'name', header: t('settings.name'), cell: (row) => row.name, fixed: true, width: 220 },
    {
      id: 'kind',
      header: t('settings.kind'),
      cell: (row) => (row.chargeable ? t('settings.chargeable') : t('settings.internal')),
    },
    {
      id: 'state',
      header: t('settings.state'),
      cell: (row) => <ActiveMark active={row.is_active} on={t('settings.active')} off={t('settings.inactive')} />,
    },
  ];
  const empty = narrowed ? (
    <EmptyState
      title={t('settings.no_match')}
      action={{ label: t('web.clear_filters'), onClick: () => setValues({ q: '', kind: '', is_active: '' }) }}
    />
  ) : (
    <EmptyState
      title={t('settings.no_tasks')}
      text={t('settings.no_tasks_text')}
      action={mayAdd ? { label: t('settings.new_task'), onClick: add } : undefined}
    />
  );
  const beside = besideOf(
    rows,
    (row) => row.id === values.id,
    (row) => setValues({ id: row.id }, { replace: true }),
  );

  return (
    <>
      <FilterBar
        screen="settings_tasks"
        search="q"
        codecs={codecs}
        values={values}
        onChange={setValues}
        count={query.data && rows.length}
        filters={[
          {
            kind: 'one',
            id: 'kind',
            label: t('settings.kind'),
            options: [
              { id: 'chargeable', name: t('settings.chargeable') },
              { id: 'internal', name: t('settings.internal') },
            ],
          },
          {
            kind: 'one',
            id: 'is_active',
            label: t('settings.state'),
            options: [
              { id: 'true', name: t('settings.active') },
              { id: 'false', name: t('settings.inactive') },
            ],
          },
        ]}
      >
        {mayAdd && (
          <Button level="primary" icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
            {t('settings.new_task')}
          </Button>
        )}
      </FilterBar>
      <Loaded query={query} skeleton={<Waiting rows={8} />}>
        {() => (
          <DataTable
            name="task_types"
            caption={t('settings.tasks')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            onOpen={(row) => setValues({ id: row.id })}
            empty={empty}
          />
        )}
      </Loaded>
      <TaskDrawer
        id={values.id}
        task={query.data?.rows.find((row) => row.id === values.id)}
        query={query}
        canEdit={canEdit}
        onClose={() => setValues({ id: '' })}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
    </>
  );
}
