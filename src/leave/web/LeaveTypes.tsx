import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAddress, word } from '../../web/address.ts';
import { At, CheckField, FormBody, NameField, RecordDrawer, formStyles, useForm } from '../../web/form/index.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  Loaded,
  Select,
  Waiting,
  notify,
  besideOf,
} from '../../web/ui/index.ts';
import styles from './Countries.module.css';
import { useRulesChanged } from './countries-data.ts';
import { type LeaveType, RULES, call } from './leave-data.ts';

const codecs = { id: word() };

type Draft = Pick<LeaveType, 'name' | 'is_paid' | 'counts' | 'needs_reason' | 'is_private' | 'smallest' | 'is_active'>;
const SMALLEST = ['day', 'half_day', 'hour'] as const;
const COUNTS = ['off', 'worked'] as const;

/** The firm's kinds of leave, and how each counts. */
export function LeaveTypes() {
  const { t } = useTranslation();
  const [{ id }, setAddress] = useAddress(codecs);
  const may = useMayCall();
  const canEdit = usePageFlag('can_edit', 'countries_settings');
  const mayAdd = canEdit && may('pto.create');
  const query = useQuery({
    queryKey: [...RULES, 'types', 'all'],
    queryFn: ({ signal }) => call('GET /api/leave_types', { query: { all: true } }, { signal }),
  });
  const rows = query.data?.rows ?? [];
  const beside = besideOf(
    rows,
    (row) => row.id === id,
    (row) => setAddress({ id: row.id }, { replace: true }),
  );
  const add = (): void => setAddress({ id: 'new' });
  const columns: Column<LeaveType>[] = [
    { id: 'name', header: t('leave.name'), cell: (row) => row.name, fixed: true, width: 180 },
    { id: 'paid', header: t('leave.pay'), cell: (row) => t(row.is_paid ? 'leave.paid' : 'leave.unpaid'), card: true },
    { id: 'counts', header: t('leave.counts'), cell: (row) => t(`leave.counts_${row.counts}`), width: 150, card: true },
    { id: 'smallest', header: t('leave.smallest'), cell: (row) => t(`leave.smallest_${row.smallest}`) },
    {
      id: 'state',
      header: t('leave.state'),
      cell: (row) =>
        row.is_active ? (
          t('leave.active')
        ) : (
          <Badge variant="default" tt="none">
            {t('leave.inactive')}
          </Badge>
        ),
    },
  ];
  return (
    <>
      <div className={styles.head}>
        <h2>{t('leave.types')}</h2>
        {mayAdd && (
          <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
            {t('leave.add_type')}
          </Button>
        )}
      </div>
      <Loaded query={query} skeleton={<Waiting rows={6} />}>
        {(answer) => (
          <DataTable
            name="leave_types"
            caption={t('leave.types')}
            columns={columns}
            rows={answer.rows}
            rowKey={(row) => row.id}
            onOpen={(row) => setAddress({ id: row.id })}
            empty={
              <EmptyState
                title={t('leave.no_types')}
                action={mayAdd ? { label: t('leave.add_type'), onClick: add } : undefined}
              />
            }
          />
        )}
      </Loaded>
      <TypeDrawer
        id={id}
        type={rows.find((row) => row.id === id)}
        query={query}
        editable={canEdit && may(id === 'new' ? 'pto.create' : 'pto.update')}
        onClose={() => setAddress({ id: '' })}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
    </>
  );
}

interface TypeDrawerProps {
  id: string;
  type: LeaveType | undefined;
  query: UseQueryResult<unknown>;
  editable: boolean;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

function TypeDrawer({ type, editable, onClose, ...rest }: TypeDrawerProps) {
  const { t } = useTranslation();
  return (
    <RecordDrawer
      {...rest}
      row={type}
      nameOf={({ name }) => name}
      editable={editable}
      words={{ add: t('leave.add_type'), one: t('leave.type'), gone: t('leave.type_gone') }}
      onClose={onClose}
    >
      {(row) => <TypeForm type={row} editable={editable} onDone={onClose} />}
    </RecordDrawer>
  );
}

const draftOf = (row: LeaveType | undefined): Draft => ({
  name: row?.name ?? '',
  is_paid: row?.is_paid ?? true,
  counts: row?.counts ?? 'off',
  needs_reason: row?.needs_reason ?? false,
  is_private: row?.is_private ?? false,
  smallest: row?.smallest ?? 'half_day',
  is_active: row?.is_active ?? true,
});

function TypeForm({ type, editable, onDone }: { type: LeaveType | undefined; editable: boolean; onDone: () => void }) {
  const { t } = useTranslation();
  const changed = useRulesChanged();
  const form = useForm<LeaveType, Draft>({
    row: type,
    draftOf,
    check: ({ name }) => (name.trim() === '' ? { name: t('leave.name_missing') } : {}),
    save: (changes, version, draft) =>
      type
        ? call('PATCH /api/leave_types/:id', { params: { id: type.id }, body: { ...changes, ...(version ? { version } : {}) } })
        : call('POST /api/leave_types', { body: draft }),
    onSaved: (row) => {
      notify.success(t(type ? 'leave.saved' : 'leave.type_added', { name: row.name }));
      onDone();
      void changed();
    },
  });
  const { draft, set, errors } = form;
  const disabled = !editable;
  const check = (field: 'is_paid' | 'needs_reason' | 'is_private' | 'is_active') => (
    <CheckField
      field={field}
      label={t(`leave.type_${field}`)}
      description={t(`leave.type_${field}_text`)}
      checked={draft[field]}
      disabled={disabled}
      onChange={(on) => set({ [field]: on })}
    />
  );
  return (
    <FormBody
      form={form}
      name={t('leave.type')}
      labels={{
        name: t('leave.name'),
        is_paid: t('leave.type_is_paid'),
        counts: t('leave.counts'),
        needs_reason: t('leave.type_needs_reason'),
        is_private: t('leave.type_is_private'),
        smallest: t('leave.smallest'),
        is_active: t('leave.type_is_active'),
      }}
    >
      <div className={formStyles.fields}>
        <NameField
          label={t('leave.name')}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errors.name}
          disabled={disabled}
          autoFocus={!type}
        />
        <At field="counts">
          <Select
            label={t('leave.counts')}
            description={t('leave.counts_text')}
            options={COUNTS.map((id) => ({ id, name: t(`leave.counts_${id}`) }))}
            value={draft.counts}
            onChange={(id) => id && set({ counts: id as Draft['counts'] })}
            clearable={false}
            searchable={false}
            disabled={disabled}
            error={errors.counts}
          />
        </At>
        <At field="smallest">
          <Select
            label={t('leave.smallest')}
            options={SMALLEST.map((id) => ({ id, name: t(`leave.smallest_${id}`) }))}
            value={draft.smallest}
            onChange={(id) => id && set({ smallest: id as Draft['smallest'] })}
            clearable={false}
            searchable={false}
            disabled={disabled}
            error={errors.smallest}
          />
        </At>
        {check('is_paid')}
        {check('needs_reason')}
        {check('is_private')}
        {type && check('is_active')}
      </div>
    </FormBody>
  );
}
