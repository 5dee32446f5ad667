import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { useColleagueOptions, useTeamOptions } from '../../people/web/public.tsx';
import { useAddress, whole } from '../../web/address.ts';
import { At, FormBody, FormDrawer, formStyles, useForm } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import {
  Button,
  type Column,
  DataTable,
  DateField,
  EmptyState,
  Loaded,
  NumberField,
  Select,
  Waiting,
  notify,
} from '../../web/ui/index.ts';
import styles from './Rates.module.css';
import { RATES, type Target, call, useRatesChanged } from './rates-data.ts';

const codecs = { page: whole(1), per_page: whole(50) };
const SIZES = [25, 50, 100, 200];

const whoOf = ({ grade, team, user }: Target): string => grade ?? team ?? user ?? '';

/** Which share of their time people are to spend on chargeable work: by grade, by team, by person. */
export function Targets({ canEdit }: { canEdit: boolean }) {
  const { t } = useTranslation();
  const [{ page, per_page }, setValues] = useAddress(codecs);
  const [open, setOpen] = useState(false);
  const asked = { page, per_page: SIZES.includes(per_page) ? per_page : 50 };
  const query = useQuery({
    queryKey: [...RATES, 'targets', asked],
    queryFn: ({ signal }) => call('GET /api/targets', { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Target>[] = [
    { id: 'who', header: t('rates.target_of'), cell: whoOf, fixed: true },
    {
      id: 'kind',
      header: t('rates.target_kind'),
      cell: (row) => t(row.grade ? 'rates.grade' : row.team_id ? 'rates.team' : 'rates.person'),
      card: true,
    },
    {
      id: 'target',
      header: t('rates.target'),
      cell: (row) => format.percent(row.basis_points / 10_000, 2),
      align: 'right',
      card: true,
    },
    {
      id: 'holds',
      header: t('rates.holds'),
      cell: (row) =>
        row.valid_to ? format.dayRange(row.valid_from, row.valid_to) : t('rates.holds_from', { day: format.day(row.valid_from) }),
      card: true,
    },
  ];
  const add = (): void => setOpen(true);
  return (
    <>
      <div className={styles.head}>
        <h2>{t('rates.targets')}</h2>
        {canEdit && (
          <Button size="sm" icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
            {t('rates.set_target')}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{t('rates.targets_text')}</p>
      <Loaded query={query} skeleton={<Waiting rows={8} />}>
        {(answer) => (
          <DataTable
            name="targets"
            caption={t('rates.targets')}
            columns={columns}
            rows={answer.rows}
            rowKey={({ id }) => id}
            pagination={answer.pagination}
            onPage={(next, perPage) => setValues({ page: next, per_page: perPage })}
            empty={
              <EmptyState
                title={t('rates.no_targets')}
                action={canEdit ? { label: t('rates.set_target'), onClick: add } : undefined}
              />
            }
          />
        )}
      </Loaded>
      <FormDrawer open={open} onClose={() => setOpen(false)} title={t('rates.set_target')} save={t('web.save')}>
        <TargetForm onDone={() => setOpen(false)} />
      </FormDrawer>
    </>
  );
}

const KINDS = ['grade', 'team_id', 'user_id'] as const;
type Kind = (typeof KINDS)[number];

interface Draft extends Record<Kind, string | null> {
  kind: Kind;
  /** Null: the team or person has none of their own any more. */
  basis_points: number | null;
  valid_from: Day;
}

const LABELS: Readonly<Record<Kind, string>> = { grade: 'rates.grade', team_id: 'rates.team', user_id: 'rates.person' };

function TargetForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const changed = useRatesChanged();
  const teams = useTeamOptions();
  const people = useColleagueOptions();
  const grades = GRADES.map((grade) => ({ id: grade, name: grade }));
  const form = useForm<{ version: number }, Draft>({
    row: undefined,
    draftOf: () => ({
      kind: 'grade',
      grade: null,
      team_id: null,
      user_id: null,
      basis_points: null,
      valid_from: format.today(),
    }),
    check: ({ kind, basis_points, ...whose }) => ({
      ...(whose[kind] === null ? { [kind]: t('rates.target_whose') } : {}),
      ...(kind === 'grade' && basis_points === null ? { basis_points: t('rates.target_missing') } : {}),
    }),
    save: async (_changes, _version, { kind, basis_points, valid_from, ...whose }) => {
      const id = whose[kind] ?? '';
      const target = kind === 'grade' ? { grade: id as Grade } : kind === 'team_id' ? { team_id: id } : { user_id: id };
      await call('POST /api/pricing_admin/update_variables', { body: { targets: [{ ...target, basis_points }], valid_from } });
      return { version: 1 };
    },
    onSaved: () => {
      notify.success(t('rates.target_saved'));
      onDone();
      void changed();
    },
  });
  const { draft, set, errors } = form;
  const options = draft.kind === 'grade' ? grades : draft.kind === 'team_id' ? teams : people;
  return (
    <FormBody
      form={form}
      name={t('rates.targets')}
      labels={{
        kind: t('rates.target_kind'),
        grade: t('rates.grade'),
        team_id: t('rates.team'),
        user_id: t('rates.person'),
        basis_points: t('rates.target'),
        valid_from: t('rates.valid_from'),
      }}
    >
      <div className={formStyles.fields}>
        <At field="kind">
          <Select
            label={t('rates.target_kind')}
            options={KINDS.map((id) => ({ id, name: t(LABELS[id]) }))}
            value={draft.kind}
            onChange={(kind) => set({ kind: (kind as Kind | undefined) ?? 'grade' })}
            clearable={false}
          />
        </At>
        <At field={draft.kind}>
          <Select
            label={t(LABELS[draft.kind])}
            options={options}
            value={draft[draft.kind] ?? undefined}
            onChange={(id) => set({ [draft.kind]: id ?? null })}
            error={errors[draft.kind]}
          />
        </At>
        <At field="basis_points">
          <NumberField
            label={t('rates.target')}
            description={draft.kind === 'grade' ? undefined : t('rates.target_empty')}
            value={draft.basis_points === null ? undefined : draft.basis_points / 100}
            onChange={(value) => set({ basis_points: value === undefined ? null : Math.round(value * 100) })}
            digits={2}
            min={0}
            max={100}
            unit="%"
            error={errors.basis_points}
          />
        </At>
        <At field="valid_from">
          <DateField
            label={t('rates.valid_from')}
            value={draft.valid_from}
            onChange={(valid_from) => valid_from && set({ valid_from })}
            clearable={false}
            error={errors.valid_from}
          />
        </At>
      </div>
    </FormBody>
  );
}
