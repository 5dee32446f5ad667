import { newStore } from '../store.ts';
import { notify } from './notify.ts';

export interface Step {
  /** What was done, already in the reader's language: `Moved to 23 November`. */
  label: string;
  undo: () => void | Promise<void>;
  redo: () => void | Promise<void>;
}

const MOST = 50;

/** Steps that can be taken back and done again; both lists end with the next one to use. */
export const steps = newStore<{ done: readonly Step[]; undone: readonly Step[] }>({ done: [], undone: [] });

let running: Promise<void> = Promise.resolve();

/** One after the other, so that two quick undos cannot overtake each other. */
function inTurn(work: () => Promise<void>): Promise<void> {
  running = running.then(work, work);
  return running;
}

async function takeBack(step: Step): Promise<void> {
  const without = (): readonly Step[] => steps.get().done.filter((each) => each !== step);
  if (without().length === steps.get().done.length) return;
  await step.undo();
  steps.set({ done: without(), undone: [...steps.get().undone, step] });
}

export const history = {
  /** Remembers what was just done; anything undone before can no longer be done again. */
  push: (step: Step): void => steps.set({ done: [...steps.get().done, step].slice(-MOST), undone: [] }),

  /** Takes back the last step. @returns the step through `told`, undefined when there is none */
  /** Work is under way that will be remembered: what is taken back waits for it. */
  after: (work: Promise<unknown>): void => {
    running = Promise.allSettled([running, work]).then(() => undefined);
  },

  /** Remembers it and says so with a button that takes back this very step, wherever it stands by then; twice is once. */
  offer: (step: Step): void => {
    history.push(step);
    notify.undo(step.label, () => inTurn(() => takeBack(step)));
  },

  undo: (told: (step: Step | undefined) => void = () => {}): Promise<void> =>
    inTurn(async () => {
      const { done, undone } = steps.get();
      const step = done.at(-1);
      if (step) {
        await step.undo();
        steps.set({ done: done.slice(0, -1), undone: [...undone, step] });
      }
      told(step);
    }),

  redo: (told: (step: Step | undefined) => void = () => {}): Promise<void> =>
    inTurn(async () => {
      const { done, undone } = steps.get();
      const step = undone.at(-1);
      if (step) {
        await step.redo();
        steps.set({ done: [...done, step], undone: undone.slice(0, -1) });
      }
      told(step);
    }),

  clear: (): void => steps.set({ done: [], undone: [] }),
};
