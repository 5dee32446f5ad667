import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { useAddress, word } from '../../web/address.ts';
import { At, FormBody, NameField, RecordDrawer, formStyles, useForm } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import { useMayCall } from '../../web/session.ts';
import { Badge, Button, type Column, DataTable, EmptyState, Select, notify } from '../../web/ui/index.ts';
import styles from './Rates.module.css';
import { type Line, type Role, call, useDetails, useRatesChanged } from './rates-data.ts';
import { Remove } from './Remove.tsx';

const codecs = { id: word() };

/** The roles of a service line and the grades that may take them. */
export function RolesTab({ line, canEdit }: { line: Line; canEdit: boolean }) {
  const { t } = useTranslation();
  const [{ id }, setValues] = useAddress(codecs);
  const query = useDetails();
  const may = useMayCall();
  const close = (): void => setValues({ id: '' });
  const add = (): void => setValues({ id: 'new' });
  const columns: Column<Role>[] = [
    { id: 'name', header: t('rates.role'), cell: (row) => row.name, fixed: true },
    {
      id: 'grades',
      header: t('rates.grades'),
      cell: (row) =>
        row.lowest_grade === row.highest_grade
          ? row.lowest_grade
          : t('rates.from_to', { from: row.lowest_grade, to: row.highest_grade }),
      card: true,
    },
    { id: 'rates', header: t('rates.dated_rates'), cell: (row) => format.number(row.rates), align: 'right', card: true },
    {
      id: 'state',
      header: t('rates.state'),
      cell: (row) => (
        <Badge color={row.is_active ? 'green' : 'gray'}>{t(row.is_active ? 'rates.in_use' : 'rates.archived')}</Badge>
      ),
      card: true,
    },
  ];
  return (
    <>
      {canEdit && line.is_active && (
        <div className={styles.acts}>
          <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
            {t('rates.add_role')}
          </Button>
        </div>
      )}
      <DataTable
        name="sl_roles"
        caption={t('rates.tab_roles')}
        columns={columns}
        rows={line.roles}
        rowKey={(row) => row.id}
        onOpen={(row) => setValues({ id: row.id })}
        empty={
          <EmptyState
            title={t('rates.no_roles')}
            text={t('rates.no_roles_text')}
            action={canEdit ? { label: t('rates.add_role'), onClick: add } : undefined}
          />
        }
      />
      <RecordDrawer
        id={id}
        row={line.roles.find((role) => role.id === id)}
        nameOf={({ name }) => name}
        query={query}
        editable={canEdit}
        words={{ add: t('rates.add_role'), one: t('rates.role'), gone: t('rates.role_gone') }}
        onClose={close}
        onNext={undefined}
        onPrevious={undefined}
      >
        {(row) => (
          <>
            <RoleForm role={row} line={line.id} canEdit={canEdit} onDone={close} />
            {row && canEdit && may('pricing_admin.delete_sl_role') && (
              <Remove
                name={row.name}
                isActive={row.is_active}
                used={row.rates > 0}
                remove={() => call('POST /api/pricing_admin/delete_sl_role', { body: { id: row.id } })}
                restore={() =>
                  call('POST /api/pricing_admin/update_variables', { body: { sl_roles: [{ id: row.id, is_active: true }] } })
                }
                onDone={close}
              />
            )}
          </>
        )}
      </RecordDrawer>
    </>
  );
}

interface Draft {
  name: string;
  lowest_grade: Grade;
  highest_grade: Grade;
}

const draftOf = (role: Role | undefined): Draft => ({
  name: role?.name ?? '',
  lowest_grade: role?.lowest_grade ?? 'Intern',
  highest_grade: role?.highest_grade ?? 'Partner',
});

interface RoleFormProps {
  role: Role | undefined;
  line: string;
  canEdit: boolean;
  onDone: () => void;
}

function RoleForm({ role, line, canEdit, onDone }: RoleFormProps) {
  const { t } = useTranslation();
  const changed = useRatesChanged();
  const form = useForm<Role, Draft>({
    row: role,
    draftOf,
    check: ({ name }) => (name.trim() === '' ? { name: t('rates.name_missing') } : {}),
    save: async (changes, version) => {
      const given = { ...(role ? { id: role.id } : { service_line_id: line }), ...(version ? { version } : {}), ...changes };
      const answer = await call('POST /api/pricing_admin/update_variables', { body: { sl_roles: [given] } });
      return answer.sl_roles[0] as Role;
    },
    onSaved: (row) => {
      if (!role) notify.success(t('rates.role_added', { name: row.name }));
      onDone();
      void changed();
    },
  });
  const { draft, set, errors } = form;
  const grade = (field: 'lowest_grade' | 'highest_grade') => (
    <At field={field}>
      <Select
        label={t(`rates.${field}`)}
        options={GRADES.map((each) => ({ id: each, name: each }))}
        value={draft[field]}
        onChange={(id) => set({ [field]: (id ?? draft[field]) as Grade })}
        clearable={false}
        disabled={!canEdit}
        error={errors[field]}
      />
    </At>
  );
  return (
    <FormBody
      form={form}
      name={t('rates.role')}
      labels={{ name: t('rates.name'), lowest_grade: t('rates.lowest_grade'), highest_grade: t('rates.highest_grade') }}
    >
      <div className={formStyles.fields}>
        <NameField
          label={t('rates.name')}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errors.name}
          disabled={!canEdit}
          autoFocus={!role}
        />
        {grade('lowest_grade')}
        {grade('highest_grade')}
      </div>
    </FormBody>
  );
}
