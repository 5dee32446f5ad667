import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useColleagueOptions } from '../../people/web/public.tsx';
import { day, hoursOfMinutes, money } from '../../web/format.ts';
import { InPlace } from '../../web/ui/InPlace.tsx';
import type { Column } from '../../web/ui/index.ts';
import { BILLING_STATUSES, STATUSES } from '../rules.ts';
import type { Project, ProjectChange } from './clients-data.ts';
import { projectColumns } from './project-parts.ts';
import { useProjectChange } from './project-changes.ts';
import { ProjectMenu } from './ProjectMenu.tsx';

interface Options {
  /** The rows of the page. */
  rows: readonly Project[];
  editable: boolean;
  onOpen: (id: string, panel?: string) => void;
  /** Columns of the firm's own fields. */
  own: readonly Column<Project>[];
}

/** The columns of the list of projects: status, billing and manager are changed where they stand. */
export function useProjectColumns({ rows, editable, onOpen, own }: Options): Column<Project>[] {
  const { t } = useTranslation();
  const change = useProjectChange();
  const people = useColleagueOptions();
  const ids = rows.map(({ id }) => id);
  const date = (value: string | null): string => (value ? day(value) : '');
  const set = (row: Project, what: ProjectChange, value: string): void =>
    void change([row.id], what, t('clients.set_to', { name: row.name, value }));

  /** A choice that is changed in place by whoever may. */
  const inPlace = <Value extends string>(
    field: 'status' | 'billing_status',
    values: readonly Value[],
    word: (value: Value) => string,
  ) =>
    function Cell(row: Project): ReactNode {
      const value = row[field] as Value;
      if (!editable) return word(value);
      return (
        <InPlace
          label={t('clients.field_of', { field: t(`clients.${field}`), name: row.name })}
          text={word(value)}
          value={value}
          options={values.map((id) => ({ id, name: word(id) }))}
          onChange={(id) => set(row, { [field]: id }, word(id as Value))}
        />
      );
    };
  const managers = (row: Project): string => row.managers.map(({ name }) => name).join(', ');

  return [
    { id: 'name', header: t('clients.project'), cell: (row) => row.name, sort: 'name', fixed: true, width: 190 },
    { id: 'actions', header: t('clients.actions'), cell: (row) => <ProjectMenu project={row} onOpen={onOpen} /> },
    {
      id: 'client',
      header: t('clients.client'),
      cell: (row) => row.client ?? t('clients.own_work'),
      sort: 'client',
      width: 120,
      card: 'line',
    },
    { id: 'code', header: t('clients.code'), cell: (row) => row.code, sort: 'code', width: 84 },
    {
      id: 'managers',
      header: t('clients.managers'),
      width: 120,
      cell: (row) =>
        editable ? (
          <InPlace
            label={t('clients.field_of', { field: t('clients.managers'), name: row.name })}
            text={managers(row)}
            value={row.managers.length === 1 ? row.managers[0]?.id : undefined}
            options={people}
            onChange={(id) => set(row, { manager_ids: [id] }, people.find((each) => each.id === id)?.name ?? '')}
          />
        ) : (
          managers(row)
        ),
    },
    {
      id: 'status',
      header: t('clients.status'),
      cell: inPlace('status', STATUSES, (id) => t(`clients.status_${id}`)),
      sort: 'status',
      card: true,
    },
    {
      id: 'billing_status',
      header: t('clients.billing_status'),
      cell: inPlace('billing_status', BILLING_STATUSES, (id) => t(`clients.billing_${id}`)),
      sort: 'billing_status',
    },
    {
      id: 'budget_minutes',
      header: t('clients.budget_hours'),
      align: 'right',
      sort: 'budget_minutes',
      card: true,
      cell: (row) => (row.budget_minutes === null ? '' : hoursOfMinutes(row.budget_minutes)),
    },
    ...projectColumns.parts().map(
      ({ id, title, Content }): Column<Project> => ({
        id,
        header: t(title),
        align: 'right',
        card: true,
        cell: (row) => (
          <Suspense fallback="">
            <Content projectId={row.id} budgetMinutes={row.budget_minutes} ids={ids} />
          </Suspense>
        ),
      }),
    ),
    {
      id: 'chargeable',
      header: t('clients.chargeable'),
      cell: (row) => (row.chargeable ? t('clients.yes') : t('clients.no')),
      optional: true,
    },
    { id: 'fee_kind', header: t('clients.fee_kind'), cell: (row) => t(`clients.fee_${row.fee_kind}`), optional: true },
    {
      id: 'starts_on',
      header: t('clients.starts_on'),
      cell: (row) => date(row.starts_on),
      sort: 'starts_on',
      optional: true,
      width: 100,
    },
    { id: 'ends_on', header: t('clients.ends_on'), cell: (row) => date(row.ends_on), sort: 'ends_on', width: 112 },
    { id: 'team', header: t('clients.team'), cell: (row) => row.team, sort: 'team' },
    {
      id: 'budget_fee',
      header: t('clients.budget_fee'),
      align: 'right',
      cell: (row) => (row.budget_fee === null ? '' : money(row.budget_fee, row.currency, true)),
    },
    ...own,
  ];
}
