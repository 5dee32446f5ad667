import { useQueryClient } from '@tanstack/react-query';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { At, FormBody, FormDrawer, formStyles, useForm } from '../../web/form/index.ts';
import { today } from '../../web/format.ts';
import { usePageFlag } from '../../web/session.ts';
import { Button, NumberField, PeriodField, Select, history, notify } from '../../web/ui/index.ts';
import { call, useChoices } from './draft.ts';

const WEEKS = 52;
const MOST_WEEKS = 260;

interface Draft {
  task_type_ids: readonly string[];
  from: Day;
  to: Day;
  weeks: number;
}

/** The internal work of a period once more, weeks later: last year's training calendar. */
export default function CopyInternal() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const canEdit = usePageFlag('can_edit', 'internal_bookings');
  if (!canEdit) return null;
  return (
    <>
      <Button icon={<IconCalendarRepeat size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('planning.copy_internal')}
      </Button>
      <FormDrawer open={open} onClose={() => setOpen(false)} title={t('planning.copy_internal')} save={t('planning.copy')}>
        <CopyForm onDone={() => setOpen(false)} />
      </FormDrawer>
    </>
  );
}

function CopyForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const internal = (useChoices()?.task_types ?? []).filter(({ chargeable }) => !chargeable);
  const fresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['bookings'] });
  const year = Number(today().slice(0, 4));
  const form = useForm<{ version: number }, Draft>({
    row: undefined,
    draftOf: () => ({ task_type_ids: [], from: `${year}-01-01`, to: `${year}-12-31`, weeks: WEEKS }),
    check: ({ task_type_ids: chosen }) => (chosen.length > 0 ? {} : { task_type_ids: t('planning.work_missing') }),
    save: async (_changes, _version, { task_type_ids, from, to, weeks }) => {
      const body = { task_type_ids: [...task_type_ids], from, to, days: 7 * weeks };
      const first = await call('POST /api/bookings/copy_internal', { body });
      let { ids } = first;
      const label = t('planning.did_copy_internal', { count: ids.length });
      if (ids.length > 0)
        history.push({
          label,
          undo: async () => {
            await call('POST /api/bookings/remove_several', { body: { ids } });
            await fresh();
          },
          redo: async () => {
            ({ ids } = await call('POST /api/bookings/copy_internal', { body }));
            await fresh();
          },
        });
      const told = [
        label,
        first.left_out > 0 ? t('planning.copy_left', { count: first.left_out }) : '',
        first.already > 0 ? t('planning.copy_already', { count: first.already }) : '',
      ];
      notify.undo(told.filter(Boolean).join(' '), () => history.undo());
      return { version: 1 };
    },
    onSaved: () => {
      onDone();
      void fresh();
    },
  });
  const { draft, set, errors } = form;
  const labels = {
    task_type_ids: t('planning.internal_work'),
    from: t('planning.copy_period'),
    to: t('planning.copy_period'),
    weeks: t('planning.roll_weeks'),
  };
  return (
    <FormBody form={form} name={t('planning.copy_internal')} labels={labels}>
      <p>{t('planning.copy_internal_text')}</p>
      <div className={formStyles.fields}>
        <At field="task_type_ids" wide>
          <Select
            label={labels.task_type_ids}
            multiple
            limit={5}
            options={internal}
            value={draft.task_type_ids}
            onChange={(chosen) => set({ task_type_ids: chosen })}
            error={errors.task_type_ids}
            autoFocus
            required
          />
        </At>
        <At field="from" wide>
          <PeriodField
            label={labels.from}
            value={{ from: draft.from, to: draft.to }}
            onChange={(period) => period && set({ from: period.from, to: period.to })}
            error={errors.from ?? errors.to}
          />
        </At>
        <At field="weeks">
          <NumberField
            label={labels.weeks}
            value={draft.weeks}
            min={1}
            max={MOST_WEEKS}
            onChange={(weeks) => weeks && set({ weeks })}
            error={errors.weeks}
          />
        </At>
      </div>
    </FormBody>
  );
}
