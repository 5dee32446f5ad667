import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { choice, useAddress, word } from '../../web/address.ts';
import { usePageFlag } from '../../web/session.ts';
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
import { COLLECTIONS, type Collection, type DataField, useAllFields } from './fields-data.ts';
import { FieldDrawer } from './FieldDrawer.tsx';

const codecs = {
  q: word(),
  of: choice(['', ...COLLECTIONS], ''),
  id: word(),
};

/** What the firm writes down of its people, clients, projects and time beyond what everybody does. */
export default function DataFields() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const canEdit = usePageFlag('can_edit', 'settings');
  const query = useAllFields();
  const rows = (query.data?.rows ?? []).filter(
    (row) =>
      (values.of === '' || row.collection === values.of) &&
      `${row.label} ${row.key}`.toLowerCase().includes(values.q.trim().toLowerCase()),
  );
  const add = (): void => setValues({ id: 'new' });
  useKeys(canEdit ? [{ keys: 'n', label: 'settings.new_field', run: add }] : []);

  const columns: Column<DataField>[] = [
    { id: 'label', header: t('settings.field_label'), cell: (row) => row.label, fixed: true, width: 220 },
    { id: 'collection', header: t('settings.field_of'), cell: (row) => t(`settings.of_${row.collection}`), card: true },
    { id: 'type', header: t('settings.field_type'), cell: (row) => t(`settings.type_${row.type}`), card: true },
    {
      id: 'required',
      header: t('settings.field_required'),
      cell: (row) => (row.required ? t('settings.yes') : t('settings.no')),
    },
    {
      id: 'state',
      header: t('settings.state'),
      cell: (row) => <ActiveMark active={row.is_active} on={t('settings.active')} off={t('settings.inactive')} />,
    },
  ];
  const empty =
    values.q !== '' || values.of !== '' ? (
      <EmptyState
        title={t('settings.no_field_match')}
        action={{ label: t('web.clear_filters'), onClick: () => setValues({ q: '', of: '' }) }}
      />
    ) : (
      <EmptyState
        title={t('settings.no_fields')}
        text={t('settings.no_fields_text')}
        action={canEdit ? { label: t('settings.new_field'), onClick: add } : undefined}
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
        screen="settings_fields"
        search="q"
        codecs={codecs}
        values={values}
        onChange={setValues}
        count={query.data && rows.length}
        filters={[
          {
            kind: 'one',
            id: 'of',
            label: t('settings.field_of'),
            options: COLLECTIONS.map((id) => ({ id, name: t(`settings.of_${id}`) })),
          },
        ]}
      >
        {canEdit && (
          <Button level="primary" icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
            {t('settings.new_field')}
          </Button>
        )}
      </FilterBar>
      <Loaded query={query} skeleton={<Waiting rows={8} />}>
        {() => (
          <DataTable
            name="data_fields"
            caption={t('settings.fields')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            onOpen={(row) => setValues({ id: row.id })}
            empty={empty}
          />
        )}
      </Loaded>
      <FieldDrawer
        id={values.id}
        field={query.data?.rows.find((row) => row.id === values.id)}
        query={query}
        collection={values.of === '' ? 'projects' : (values.of as Collection)}
        canEdit={canEdit}
        onClose={() => setValues({ id: '' })}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
    </>
  );
}
