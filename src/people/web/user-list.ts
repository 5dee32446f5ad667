import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CATEGORIES } from '../../kit/grades.ts';
import type { Custom } from '../../settings/web/public.tsx';
import { type AddressValues, choice, flag, whole, word } from '../../web/address.ts';
import { useSession } from '../../web/session.ts';
import type { Filter } from '../../web/ui/FilterBar.tsx';
import type { Option } from '../../web/ui/index.ts';
import { GRADE_OPTIONS, USERS, call, useCountryOptions, useTeamOptions } from './people-data.ts';

/** The list of users as it stands in the address. Only those at work are shown unless asked otherwise. */
export const userCodecs = {
  search: word(),
  team: word(),
  grade: word(),
  category: word(),
  role: word(),
  country: word(),
  is_active: choice(['true', 'invited', 'false', 'all'], 'true'),
  sort: word('name'),
  page: whole(1),
  per_page: whole(25),
  add: flag(),
  invite: flag(),
};

export type UserValues = AddressValues<typeof userCodecs>;

const SIZES = [25, 50, 100, 200];
const SORTS = [
  'name',
  'email',
  'grade',
  'category',
  'country',
  'team',
  'role',
  'manager',
  'site',
  'cost_category',
  'employed_from',
];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the list asks the server for; values of the address that mean nothing are left out. */
export function userQuery(values: UserValues, custom?: Custom) {
  const { search, team, grade, category, role, country, is_active, sort, page, per_page } = values;
  return {
    page,
    per_page: SIZES.includes(per_page) ? per_page : 25,
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : 'name',
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(UUID.test(team) ? { team } : {}),
    ...(grade ? { grade } : {}),
    ...(category ? { category } : {}),
    ...(role ? { role } : {}),
    ...(/^[A-Z]{2}$/.test(country) ? { country } : {}),
    ...(is_active === 'all' ? {} : { is_active: is_active !== 'false' }),
    ...(is_active === 'invited' ? { is_invited: true } : {}),
    ...(custom ? { custom: JSON.stringify(custom) } : {}),
  };
}

/** True when the filters hide somebody beside those who left. */
export const isNarrowed = ({ search, team, grade, category, role, country }: UserValues): boolean =>
  [search, team, grade, category, role, country].some((value) => value !== '');

export function useUsers(values: UserValues, custom?: Custom) {
  const query = userQuery(values, custom);
  return useQuery({
    queryKey: [...USERS, 'list', query],
    queryFn: ({ signal }) => call('POST /api/users', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** How many at most are selected at once: what one change may take. */
const MOST_SELECTED = 5000;

/** Everybody whom the filters match, page by page. */
export async function matchingIds(values: UserValues, custom?: Custom): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ids.length < MOST_SELECTED; page += 1) {
    const { rows, pagination } = await call('POST /api/users', { query: { ...userQuery(values, custom), page, per_page: 200 } });
    ids.push(...rows.map(({ id }) => id));
    if (!pagination.has_next) break;
  }
  return ids.slice(0, MOST_SELECTED);
}

/** Roles of the firm, as the session has them. */
export function useRoleOptions(): Option[] {
  const accesses = useSession((session) => session.accesses);
  return accesses.map(({ role }) => ({ id: role, name: role }));
}

export function useCategoryOptions(): Option[] {
  const { t } = useTranslation();
  return CATEGORIES.map((category) => ({ id: category, name: t(`people.category_${category}`) }));
}

export function useUserFilters(): Filter[] {
  const { t } = useTranslation();
  const lists: [id: string, options: readonly Option[]][] = [
    ['team', useTeamOptions()],
    ['grade', GRADE_OPTIONS],
    ['category', useCategoryOptions()],
    ['role', useRoleOptions()],
    ['country', useCountryOptions()],
  ];
  return lists.map(([id, options]) => ({ kind: 'one', id, label: t(`people.${id}`), options }));
}
