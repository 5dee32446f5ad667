import type { Category, Grade } from '../../kit/grades.ts';
import type { Day } from '../../kit/day.ts';
import type { Custom } from '../../settings/web/public.tsx';
import { today } from '../../web/format.ts';
import type { User } from './people-data.ts';

/** A team beside the first one, with a key of its own on the screen. */
export interface BesideDraft {
  key: string;
  team_id: string;
  first_day: Day;
  last_day: Day | null;
}

/** What is edited of a person; the keys are the fields of the API. Empty texts mean none. */
export interface UserDraft {
  first_name: string;
  last_name: string;
  email: string;
  grade: Grade;
  /** A step of that grade. */
  step_id: string | null;
  category: Category;
  role: string;
  country: string;
  region: string;
  team_id: string | null;
  manager_id: string | null;
  employed_from: Day | '';
  employed_to: Day | null;
  /** Minutes by weekday, Monday first. */
  pattern: readonly number[];
  is_active: boolean;
  site: string;
  cost_category: string;
  custom: Custom;
  /** Teams beside the first one, now and later. */
  beside: readonly BesideDraft[];
  /** The day from which a new grade, team, country or week holds. */
  valid_from: Day | '';
}

export type SetUser = (change: Partial<UserDraft>) => void;

export const USUAL_WEEK: readonly number[] = [480, 480, 480, 480, 480, 0, 0];

/** Fields that hold from a day on. */
const DATED = ['grade', 'step_id', 'team_id', 'country', 'region', 'pattern'] as const;

/** Today, or the first day of somebody who has yet to begin. */
const factsBegin = (employedFrom: Day | null): Day => {
  const now = today();
  return employedFrom !== null && employedFrom > now ? employedFrom : now;
};

export const draftOfUser = (user: User | undefined, country = ''): UserDraft => ({
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  email: user?.email ?? '',
  grade: user?.grade ?? 'Junior',
  step_id: user?.step_id ?? null,
  category: user?.category ?? 'operational',
  role: user?.role ?? 'user',
  country: user?.country ?? country,
  region: user?.region ?? '',
  team_id: user?.team_id ?? null,
  manager_id: user?.manager_id ?? null,
  employed_from: user ? (user.employed_from ?? '') : today(),
  employed_to: user?.employed_to ?? null,
  pattern: user?.pattern ?? USUAL_WEEK,
  is_active: user?.is_active ?? true,
  site: user?.site ?? '',
  cost_category: user?.cost_category ?? '',
  custom: user?.custom ?? {},
  beside: (user?.beside ?? [])
    .filter(({ last_day }) => last_day === null || last_day >= today())
    .map(({ id, team_id, first_day, last_day }) => ({ key: id, team_id, first_day, last_day })),
  valid_from: factsBegin(user?.employed_from ?? null),
});

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** True when something that has dates differs, so that a day has to be named. */
export const isDatedChange = (before: UserDraft, after: UserDraft): boolean =>
  DATED.some((key) => !same(before[key], after[key]));

/** True when what was changed holds from a day on. */
export const hasDated = (changes: Partial<UserDraft>): boolean => DATED.some((key) => key in changes);

/** Changed fields as the API takes them: no text is none, and the day goes along only with what it dates. */
export function userData(changes: Partial<UserDraft>) {
  const { email, region, site, cost_category, beside, employed_from, pattern, valid_from, ...rest } = changes;
  const texts = { region, site, cost_category };
  const dated = hasDated(changes);
  return {
    ...rest,
    ...(email === undefined ? {} : { email: email.trim() || null }),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([key, text]) => (text === undefined ? [] : [[key, text.trim() || null]])),
    ),
    ...(beside === undefined
      ? {}
      : {
          beside: beside
            .filter(({ team_id }) => team_id !== '')
            .map(({ team_id, first_day, last_day }) => ({ team_id, first_day, last_day })),
        }),
    ...(employed_from ? { employed_from } : {}),
    ...(pattern === undefined ? {} : { pattern: [...pattern] }),
    ...(dated && valid_from ? { valid_from } : {}),
  };
}

/** Grades with their steps as they followed each other; the same twice in a row is one. */
export function gradeSpans(
  grades: readonly { grade: Grade; step: string | null; valid_from: Day }[],
  now: Day,
): { grade: Grade; step: string | null; from: Day; when: 'past' | 'now' | 'planned' }[] {
  const spans = grades.filter((row, index) => grades[index - 1]?.grade !== row.grade || grades[index - 1]?.step !== row.step);
  const current = spans.findLastIndex((row) => row.valid_from <= now);
  return spans
    .map(({ grade, step, valid_from }, index) => ({
      grade,
      step,
      from: valid_from,
      when: index === current ? ('now' as const) : index < current ? ('past' as const) : ('planned' as const),
    }))
    .reverse();
}
