import { IconUsersPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { atLeast } from '../../kit/grades.ts';
import { useColleagueOptions, useTeamOptions } from '../../people/web/public.tsx';
import { At, FormBody, formStyles, useForm } from '../../web/form/index.ts';
import { today } from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { EXTRA, HoursField, PeriodField, Select, TextInput } from '../../web/ui/index.ts';
import type { Level } from '../rules.ts';
import { call, useChoices } from './draft.ts';
import { InternalAct, internalOf, useTogether } from './internal-act.tsx';
import { levelName } from './row-text.ts';

interface Draft {
  task_type_id: string;
  first_day: Day;
  last_day: Day;
  teams: readonly string[];
  user_ids: readonly string[];
  minutes_per_day: number;
  level: Level;
  note: string;
}

const LEVELS: readonly Level[] = ['soft', 'requested', 'hard'];
const FULL_DAY = 480;

/** Several people on the same internal work and days: a training for a team. */
export default function BookInternal() {
  const { t } = useTranslation();
  const icon = <IconUsersPlus size={16} aria-hidden="true" />;
  return (
    <InternalAct title={t('planning.book_internal')} icon={icon} save={t('planning.book')}>
      {(onDone) => <InternalForm onDone={onDone} />}
    </InternalAct>
  );
}

function InternalForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const grade = useSession(({ me }) => me?.grade);
  const [teams, people] = [useTeamOptions(), useColleagueOptions()];
  const internal = internalOf(useChoices());
  const { fresh, keep } = useTogether();
  const form = useForm<{ version: number }, Draft>({
    row: undefined,
    draftOf: () => ({
      task_type_id: '',
      first_day: today(),
      last_day: today(),
      teams: [],
      user_ids: [],
      minutes_per_day: FULL_DAY,
      level: grade && atLeast(grade, 'Manager') ? 'hard' : 'requested',
      note: '',
    }),
    check: (draft) => ({
      ...(draft.task_type_id ? {} : { task_type_id: t('planning.work_missing') }),
      ...(draft.teams.length + draft.user_ids.length > 0 ? {} : { user_ids: t('planning.people_missing') }),
    }),
    save: async (_changes, _version, draft) => {
      const body = { ...draft, teams: [...draft.teams], user_ids: [...draft.user_ids] };
      const again = () => call('POST /api/bookings/several', { body });
      const { ids, over } = await again();
      keep(ids, again, [
        t('planning.did_book_several', { count: ids.length }),
        over > 0 ? t('planning.over_several', { count: over }) : '',
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
    task_type_id: t('planning.internal_work'),
    first_day: t('planning.period'),
    last_day: t('planning.period'),
    teams: t('planning.teams'),
    user_ids: t('planning.people'),
    minutes_per_day: t('planning.hours_a_day'),
    level: t('planning.level'),
    note: t('planning.note'),
  };
  return (
    <FormBody form={form} name={t('planning.book_internal')} labels={labels}>
      <div className={formStyles.fields}>
        <At field="task_type_id" wide>
          <Select
            label={t('planning.internal_work')}
            options={internal}
            value={draft.task_type_id || undefined}
            onChange={(id) => set({ task_type_id: id ?? '' })}
            error={errors.task_type_id}
            autoFocus
            required
          />
        </At>
        <At field="first_day" wide>
          <PeriodField
            label={t('planning.period')}
            value={{ from: draft.first_day, to: draft.last_day }}
            onChange={(period) => period && set({ first_day: period.from, last_day: period.to })}
            error={errors.first_day ?? errors.last_day}
          />
        </At>
        <At field="teams" wide>
          <Select
            label={t('planning.teams')}
            multiple
            limit={5}
            options={teams}
            value={draft.teams}
            onChange={(chosen) => set({ teams: chosen })}
            error={errors.teams}
          />
        </At>
        <At field="user_ids" wide>
          <Select
            label={t('planning.people')}
            multiple
            limit={5}
            options={people}
            value={draft.user_ids}
            onChange={(chosen) => set({ user_ids: chosen })}
            error={errors.user_ids}
          />
        </At>
        <At field="minutes_per_day">
          <HoursField
            label={t('planning.hours_a_day')}
            value={draft.minutes_per_day * 60}
            max={86_400}
            onChange={(seconds) => seconds && set({ minutes_per_day: Math.max(1, Math.round(seconds / 60)) })}
            error={errors.minutes_per_day}
          />
        </At>
        <At field="level">
          <Select
            label={t('planning.level')}
            options={LEVELS.map((id) => ({ id, name: levelName(id) }))}
            value={draft.level}
            onChange={(id) => id && set({ level: id as Level })}
            clearable={false}
            searchable={false}
            error={errors.level}
          />
        </At>
        <At field="note" wide>
          <TextInput
            label={t('planning.note')}
            value={draft.note}
            onChange={(note) => set({ note })}
            extra={EXTRA.free}
            error={errors.note}
          />
        </At>
      </div>
    </FormBody>
  );
}
