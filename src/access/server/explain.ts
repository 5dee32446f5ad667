import type { Grade } from '../../kit/grades.ts';
import { Problem } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import type { Route } from '../../server/route.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { isKnownAccess, mayCall, reasonFor } from '../rules.ts';
import { type MemberRow, actorOf, loadMember } from './members.ts';

/** A decision and the rule that made it, in words. */
export interface Verdict {
  allowed: boolean;
  reason: Text;
}

/** What decides about the objects of operations: a room that has such a rule hands it in. */
export interface ObjectRule {
  /** As `GET /api/timesheets/:week`. */
  operations: readonly string[];
  /** @param object id of the person or thing that the call would be about */
  decide(tx: Tx, actor: Actor, object: string): Promise<Verdict>;
}

/** What access cannot know by itself: every operation, and the rules of the rooms above. */
export interface Explained {
  routes: () => readonly Route[];
  objects: readonly ObjectRule[];
}

type Layer = 'account' | 'table' | 'page' | 'flag' | 'object';

interface Check {
  layer: Layer;
  allowed: boolean;
  reason: string;
}

interface Explanation {
  allowed: boolean;
  reason: string;
  checks: Check[];
}

function byAccount({ is_active, account_id }: MemberRow): Verdict {
  if (!is_active) return { allowed: false, reason: 'The user is deactivated.' };
  return account_id === null
    ? { allowed: false, reason: 'The user has no account to sign in with.' }
    : { allowed: true, reason: 'The user is active and can sign in.' };
}

function byTable(access: string, actor: Actor): Verdict {
  const allowed = mayCall(access, actor);
  if (access === 'public') return { allowed, reason: 'Everybody may call this, signed in or not.' };
  if (access === 'signed_in') return { allowed, reason: 'Everybody who is signed in may call this.' };
  if (access === 'administrator')
    return {
      allowed,
      reason: allowed ? 'The user is an administrator.' : 'This is for administrators; the user is none.',
    };
  return { allowed, reason: reasonFor(access, actor.category, actor.grade as Grade) };
}

/** A call is refused by pages only when all that it serves are closed. */
function byPages(pages: readonly string[], actor: Actor): Verdict {
  const open = pages.filter((page) => actor.accesses[page]?.['view_page'] !== false);
  return open.length > 0
    ? { allowed: true, reason: said`The role "${actor.role}" opens a page that this serves: ${open}.` }
    : { allowed: false, reason: said`The role "${actor.role}" closes every page that this serves: ${pages}.` };
}

function byFlag(flag: string, pages: readonly string[], actor: Actor): Verdict {
  const open = pages.filter((page) => actor.accesses[page]?.['view_page'] !== false && actor.accesses[page]?.[flag] !== false);
  return open.length > 0
    ? { allowed: true, reason: said`The role "${actor.role}" has ${flag} on a page that this serves: ${open}.` }
    : { allowed: false, reason: said`The role "${actor.role}" lacks ${flag} on every page that this serves: ${pages}.` };
}

interface Subject {
  name: string;
  access: string;
  pages: readonly string[] | undefined;
  flag: string | undefined;
}

/** What is asked about: an operation by method and path, by its name in the access table, or one page. */
function subjectOf(asked: string, routes: readonly Route[]): Subject | undefined {
  const route = routes.find(({ method, path, endpoint }) => `${method} ${path}` === asked || endpoint.access === asked);
  if (route && (asked.includes(' ') || !['public', 'signed_in', 'administrator'].includes(asked))) {
    const { access, pages, flag } = route.endpoint;
    return { name: `${route.method} ${route.path}`, access, pages, flag };
  }
  return isKnownAccess(asked) ? { name: asked, access: asked, pages: undefined, flag: undefined } : undefined;
}

interface Asked {
  query: { user_id: string; operation?: string; page?: string; object_id?: string };
}

/**
 * Why a user may or may not call an operation, open a page, or reach an object: each layer's verdict, and the one that decides,
 * which is the first that refuses.
 * @throws Problem 404 for an unknown user, 422 for an unknown operation
 */
export const explainer =
  ({ routes, objects }: Explained) =>
  async (tx: Tx, actor: Actor, { query }: Asked): Promise<Explanation> => {
    const member = await loadMember(tx, query.user_id);
    const person = actorOf(tx, query.user_id, member);
    const verdicts: [Layer, Verdict][] = [['account', byAccount(member)]];
    if (query.operation !== undefined) {
      const subject = subjectOf(query.operation, routes());
      if (!subject) throw new Problem(422, { detail: said`There is no operation "${query.operation}".` });
      verdicts.push(['table', byTable(subject.access, person)]);
      if (subject.pages) verdicts.push(['page', byPages(subject.pages, person)]);
      if (subject.pages && subject.flag) verdicts.push(['flag', byFlag(subject.flag, subject.pages, person)]);
      const rule = objects.find(({ operations }) => operations.includes(subject.name));
      if (rule && query.object_id !== undefined) verdicts.push(['object', await rule.decide(tx, person, query.object_id)]);
    }
    if (query.page !== undefined) verdicts.push(['page', byPages([query.page], person)]);
    const checks = verdicts.map(([layer, { allowed, reason }]) => ({
      layer,
      allowed,
      reason: inLanguage(reason, actor.language),
    }));
    const deciding = checks.find(({ allowed }) => !allowed) ?? checks[Math.min(1, checks.length - 1)];
    return { allowed: checks.every(({ allowed }) => allowed), reason: deciding?.reason ?? '', checks };
  };
