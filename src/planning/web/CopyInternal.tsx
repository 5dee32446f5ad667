import { IconCalendarRepeat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { At, FormBody, formStyles, useForm } from '../../web/form/index.ts';
import { today } from '../../web/format.ts';
import { NumberField, PeriodField, Select } from '../../web/ui/index.ts';
import { call, useChoices } from './draft.ts';
import { InternalAct, internalOf, useTogether } from './internal-act.tsx';

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
  const icon = <IconCalendarRepeat size={16} aria-hidden="true" />;
  return (
    <InternalAct title={t('planning.copy_internal')} icon={icon} save={t('planning.copy')}>
      {(onDone) => <CopyForm onDone={onDone} />}
    </InternalAct>
  );
}

function CopyForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const internal = internalOf(useChoices());
  const { fresh, keep } = useTogether();
  const year = Number(today().slice(0, 4));
  const form = useForm<{ version: number }, Draft>({
    row: undefined,
    draftOf: () => ({ task_type_ids: [], from: `${year}-01-01`, to: `${year}-12-31`, weeks: WEEKS }),
    check: ({ task_type_ids: chosen }) => (chosen.length > 0 ? {} : { task_type_ids: t('planning.work_missing') }),
    save: async (_changes, _version, { task_type_ids, from, to, weeks }) => {
      const body = { task_type_ids: [...task_type_ids], from, to, days: 7 * weeks };
      const again = () => call('POST /api/bookings/copy_internal', { body });
      const { ids, left_out, already } = await again();
      keep(ids, again, [
        t('planning.did_copy_internal', { count: ids.length }),
        left_out > 0 ? t('planning.copy_left', { count: left_out }) : '',
        already > 0 ? t('planning.copy_already', { count: already }) : '',
      ]);
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
