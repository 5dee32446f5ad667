import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { day, instant } from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { InPlace } from '../../web/ui/InPlace.tsx';
import { Badge, type Column, type Option } from '../../web/ui/index.ts';
import { GRADE_OPTIONS, type UserRow, useTeamOptions } from './people-data.ts';
import { type UserField, useUserChange } from './user-changes.ts';
import { useCategoryOptions, useRoleOptions } from './user-list.ts';

/** A grade, a team, a role: changed where it stands by whoever may. */
function useInPlace(
  editable: boolean,
): (field: UserField, label: string, options: readonly Option[], shown: (row: UserRow) => string) => (row: UserRow) => ReactNode {
  const { t } = useTranslation();
  const change = useUserChange();
  const me = useSession((session) => session.me?.id);
  return (field, label, options, shown) =>
    function Cell(row) {
      // Nobody decides about their own rights; who left keeps what they had.
      if (!editable || row.id === me || !row.is_active) return shown(row);
      return (
        <InPlace
          label={t('people.field_of', { field: label, name: row.name })}
          text={shown(row)}
          value={String(row[field] ?? '')}
          options={options}
          onChange={(id) => void change([row.id], field, label, id)}
        />
      );
    };
}

/** The columns of the list of users; grade, team and role are changed where they stand. */
export function useUserColumns(editable: boolean): Column<UserRow>[] {
  const { t } = useTranslation();
  const inPlace = useInPlace(editable);
  const [roles, teams] = [useRoleOptions(), useTeamOptions()];
  const countries = useSession(({ firm }) => firm?.countries);
  const categories = useCategoryOptions();
  return [
    { id: 'name', header: t('people.name'), cell: (row) => row.name, sort: 'name', fixed: true, width: 160 },
    { id: 'email', header: t('people.email'), cell: (row) => row.email, sort: 'email', card: 'line' },
    {
      id: 'grade',
      header: t('people.grade'),
      cell: inPlace('grade', t('people.grade'), GRADE_OPTIONS, (row) => row.grade),
      sort: 'grade',
      width: 120,
      card: true,
    },
    { id: 'step', header: t('people.step'), cell: (row) => row.step, optional: true, width: 120 },
    {
      id: 'category',
      header: t('people.category'),
      cell: (row) => categories.find(({ id }) => id === row.category)?.name,
      sort: 'category',
    },
    {
      id: 'role',
      header: t('people.role'),
      cell: inPlace('role', t('people.role'), roles, (row) =>
        row.is_superuser ? `${row.role} · ${t('people.administrator')}` : row.role,
      ),
      sort: 'role',
    },
    {
      id: 'team',
      header: t('people.team'),
      cell: inPlace('team_id', t('people.team'), teams, (row) => row.team ?? ''),
      sort: 'team',
      width: 120,
      card: true,
    },
    {
      id: 'other_teams',
      header: t('people.other_teams'),
      cell: (row) => row.other_teams,
      optional: true,
    },
    { id: 'manager', header: t('people.manager'), cell: (row) => row.manager, sort: 'manager', width: 120 },
    {
      id: 'country',
      header: t('people.country'),
      cell: (row) => countries?.find(({ code }) => code === row.country)?.name ?? row.country,
      sort: 'country',
      width: 110,
    },
    { id: 'site', header: t('people.site'), cell: (row) => row.site, sort: 'site', optional: true },
    {
      id: 'cost_category',
      header: t('people.cost_category'),
      cell: (row) => row.cost_category,
      sort: 'cost_category',
      optional: true,
    },
    {
      id: 'employed_from',
      header: t('people.employed_from'),
      cell: (row) => row.employed_from && day(row.employed_from),
      sort: 'employed_from',
      optional: true,
      width: 110,
    },
    {
      id: 'employed_to',
      header: t('people.employed_to'),
      cell: (row) => row.employed_to && day(row.employed_to),
      optional: true,
      width: 110,
    },
    {
      id: 'last_sign_in',
      header: t('people.last_sign_in'),
      cell: (row) => (row.last_sign_in ? instant(row.last_sign_in) : t('people.never')),
      optional: true,
      width: 140,
    },
    {
      id: 'state',
      header: t('people.state'),
      cell: (row) => <State row={row} />,
    },
  ];
}

function State({ row }: { row: UserRow }) {
  const { t } = useTranslation();
  if (row.is_active && !row.is_invited) return t('people.active');
  return (
    <Badge variant="default" tt="none">
      {row.is_active ? t('people.show_invited') : t('people.inactive')}
    </Badge>
  );
}
