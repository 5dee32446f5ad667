import { useEffect, useRef } from 'react';
import { apiUrl } from './request.ts';
import { storedToken } from './session.ts';

/**
 * Live changes: one stream of `GET /api/events` per browser. The tab that holds the lock reads the stream and passes
 * each event on to the others; where the browser has no locks (plain http on a network address) each tab reads its own.
 * An event says what changed, never the data: who listens fetches anew.
 */
export interface LiveChange {
  topic: string;
  keys?: Record<string, unknown>;
}

type Listener = (change: LiveChange | undefined) => void;

/** False for a change that names its people (`user_ids`) and not this one: in a large firm most are of others. */
export function concerns(change: LiveChange | undefined, userId: string | undefined): boolean {
  const users = change?.keys?.['user_ids'];
  return !Array.isArray(users) || userId === undefined || users.includes(userId);
}

/** Topic of the message between tabs that means: something may have been missed. */
const EVERYTHING = '*';

const listeners = new Map<string, Set<Listener>>();
let started = false;

/**
 * Listens to one topic. The change is undefined when the stream was interrupted and something may have been missed: fetch
 * again. @returns a function that stops listening
 */
export function onLive(topic: string, listener: Listener): () => void {
  const group = listeners.get(topic) ?? new Set();
  listeners.set(topic, group.add(listener));
  start();
  return () => group.delete(listener);
}

/** `onLive` for a component: listens while it is shown, always with the newest listener. */
export function useLive(topic: string, listener: Listener): void {
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => onLive(topic, (change) => newest.current(change)), [topic]);
}

function tell(change: LiveChange): void {
  const all = change.topic === EVERYTHING;
  const groups = all ? [...listeners.values()] : [listeners.get(change.topic) ?? new Set<Listener>()];
  for (const group of groups) for (const listener of group) listener(all ? undefined : change);
}

function start(): void {
  if (started || !storedToken()) return;
  started = true;
  const channel = new BroadcastChannel('cadre-live');
  channel.onmessage = (message: MessageEvent<LiveChange>) => tell(message.data);
  const pass = (change: LiveChange): void => {
    channel.postMessage(change);
    tell(change);
  };
  const lead = (): Promise<void> => follow(pass);
  if ('locks' in navigator) void navigator.locks.request('cadre-live', lead);
  else void lead();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads the stream for as long as somebody is signed in, with growing pauses after failures (1 s to 30 s). */
async function follow(pass: (change: LiveChange) => void): Promise<void> {
  let wait = 1000;
  let interrupted = false;
  while (storedToken()) {
    const token = storedToken();
    try {
      const response = await fetch(apiUrl('/api/events'), {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      });
      if (!response.ok || !response.body) throw new Error(`events: HTTP ${response.status}`);
      if (interrupted) pass({ topic: EVERYTHING });
      wait = 1000;
      await readStream(response.body, pass);
    } catch {
      wait = Math.min(wait * 2, 30_000);
    }
    interrupted = true;
    await pause(wait);
  }
  started = false;
}

async function readStream(body: ReadableStream<Uint8Array>, pass: (change: LiveChange) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) for (const change of parseBlock(block)) pass(change);
  }
}

/** One block of the stream: `change` brings a list of changes, `refresh` means all of them. Heartbeats give nothing. */
export function parseBlock(block: string): LiveChange[] {
  const lines = block.split(/\r?\n/);
  const field = (name: string): string =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trim())
      .join('\n');
  if (field('event') === 'refresh') return [{ topic: EVERYTHING }];
  if (field('event') !== 'change') return [];
  try {
    const changes: unknown = JSON.parse(field('data'));
    return Array.isArray(changes) ? (changes as LiveChange[]) : [];
  } catch {
    return [{ topic: EVERYTHING }];
  }
}
