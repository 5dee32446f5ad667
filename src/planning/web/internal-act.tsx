import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../web/form/index.ts';
import { usePageFlag } from '../../web/session.ts';
import { Button, history, notify } from '../../web/ui/index.ts';
import { call } from './draft.ts';

interface InternalActProps {
  title: string;
  icon: ReactNode;
  /** What the button says that does it. */
  save: string;
  children: (onDone: () => void) => ReactNode;
}

/** A button on the screen of internal bookings that opens a form in a drawer, for who may book there. */
export function InternalAct({ title, icon, save, children }: InternalActProps) {
  const [open, setOpen] = useState(false);
  const canEdit = usePageFlag('can_edit', 'internal_bookings');
  if (!canEdit) return null;
  const close = (): void => setOpen(false);
  return (
    <>
      <Button icon={icon} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <FormDrawer open={open} onClose={close} title={title} save={save}>
        {children(close)}
      </FormDrawer>
    </>
  );
}

/** The internal work that one may choose from. */
export const internalOf = <Task extends { chargeable: boolean }>(choices: { task_types: Task[] } | undefined): Task[] =>
  (choices?.task_types ?? []).filter(({ chargeable }) => !chargeable);

/** Tells of bookings that were just made together, as one step that is taken back and done again. */
export function useTogether() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const fresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['bookings'] });
  return {
    fresh,
    /**
     * @param made ids of the bookings
     * @param again makes them once more and answers their ids
     * @param told what is said of it, first what was done
     */
    keep: (made: string[], again: () => Promise<{ ids: string[] }>, told: readonly string[]): void => {
      const text = told.filter(Boolean).join(' ');
      // Where nothing was made there is nothing to take back: the step before would go in its place.
      if (made.length === 0) return notify.success(text);
      let ids = made;
      history.push({
        label: told[0] ?? t('planning.book'),
        undo: async () => {
          await call('POST /api/bookings/remove_several', { body: { ids } });
          await fresh();
        },
        redo: async () => {
          ({ ids } = await again());
          await fresh();
        },
      });
      notify.undo(text, () => history.undo());
    },
  };
}
