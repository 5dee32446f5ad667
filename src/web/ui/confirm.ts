import { newStore } from '../store.ts';

export interface Question {
  title: string;
  text: string;
  /** The verb on the button: `Delete 3 roles`. */
  action: string;
  danger?: boolean;
  /** A word that must be typed first, for what cannot be taken back. */
  typed?: string;
}

export const asked = newStore<{ question: (Question & { answer: (yes: boolean) => void }) | undefined }>({
  question: undefined,
});

/** Asks before what cannot be undone or is seen outside. Everything else is done at once and can be undone. */
export function confirm(question: Question): Promise<boolean> {
  asked.get().question?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean): void => {
      asked.set({ question: undefined });
      resolve(yes);
    };
    asked.set({ question: { ...question, answer } });
  });
}
