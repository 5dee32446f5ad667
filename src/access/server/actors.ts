import type { Watcher } from '../../server/events.ts';
import type { Visit } from '../../server/route.ts';
import type { Actor, Change } from '../../server/tx.ts';
import { isApiToken, lookUpApiToken } from './api-tokens.ts';
import { ACCESS_CHANGED } from './changes.ts';
import { lookUp } from './sessions.ts';

const LIFE_MS = 10_000;
const MOST = 10_000;

interface Known {
  actor: Actor;
  until: number;
}

/**
 * Whom tokens speak for, remembered for seconds: looking a session up costs as much as the reading of a week. In this
 * process a change forgets the firm's actors before the call that made it is answered; other processes hear of it through
 * the database. While that line is down nothing is remembered.
 */
export class Actors implements Watcher {
  readonly #known = new Map<string, Known>();
  /** Rises with every change: what was looked up before it and comes back after it is not kept. */
  #changes = 0;
  #listening = false;

  /** The actor of a token, or undefined. */
  async of(token: string, global: Visit['global']): Promise<Actor | undefined> {
    const known = this.#known.get(token);
    if (known && known.until > Date.now()) return known.actor;
    const before = this.#changes;
    const found = await (isApiToken(token) ? lookUpApiToken(token, global) : lookUp(token, global));
    if (found?.lasting && this.#listening && before === this.#changes) this.#keep(token, found.actor);
    else this.#known.delete(token);
    return found?.actor;
  }

  heard(tenant: number, changes: readonly Change[]): void {
    if (!changes.some((change) => change.topic === ACCESS_CHANGED.topic)) return;
    this.#changes++;
    for (const [token, { actor }] of this.#known) if (actor.tenantId === tenant) this.#known.delete(token);
  }

  listening(up: boolean): void {
    this.#listening = up;
    this.#changes++;
    this.#known.clear();
  }

  #keep(token: string, actor: Actor): void {
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(token, { actor, until: Date.now() + LIFE_MS });
  }
}
