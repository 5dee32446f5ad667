import { useTranslation } from 'react-i18next';
import { type Day, addDays, mondayOf, weekday } from '../../kit/day.ts';
import { useColleagueOptions } from '../../people/web/public.tsx';
import { At, CheckField, FormBody, FormDrawer, formStyles, useForm } from '../../web/form/index.ts';
import { day as dayText, today } from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import {
  Choice,
  DateField,
  EmptyState,
  EXTRA,
  HoursField,
  Loaded,
  Select,
  TextInput,
  Waiting,
  notify,
} from '../../web/ui/index.ts';
import { type LeaveRequest, type LeaveType, type Part, call, useLeaveChanged, useTypesInUse } from './leave-data.ts';
import { LeavePreview } from './LeavePreview.tsx';
import styles from './Leave.module.css';

export interface RequestDraft {
  /** Empty: oneself. */
  user_id: string;
  type_id: string;
  first_day: Day;
  last_day: Day;
  part: Part;
  starts_at: string;
  /** Of a part by the hour. */
  part_minutes: number;
  comment: string;
  approve: boolean;
}

export interface RequestLeaveProps {
  open: boolean;
  /** The days to begin with; default today, or the next Monday. */
  from: Day | undefined;
  to: Day | undefined;
  /** For whom to begin with; default oneself. */
  userId: string | undefined;
  /** May one ask for others. */
  onBehalf: boolean;
  onClose: () => void;
}

const CLOCK = /^([01]?\d|2[0-3]):[0-5]\d$/;
const HALF_DAY = 240;
const DAY_SECONDS = 86_400;

/** What the server takes of a draft: a part only where there is one. */
export function requestBody(draft: RequestDraft, withApproval: boolean) {
  const { user_id, type_id, first_day, last_day, part, starts_at, part_minutes, comment, approve } = draft;
  const single = first_day === last_day;
  return {
    type_id,
    first_day,
    last_day,
    ...(user_id ? { user_id } : {}),
    ...(single && part !== 'day' ? { part } : {}),
    ...(single && part === 'hours' ? { starts_at: starts_at.padStart(5, '0'), part_minutes } : {}),
    ...(comment.trim() ? { comment: comment.trim() } : {}),
    ...(withApproval && user_id && approve ? { approve } : {}),
  };
}

/** A request for leave: what it costs and meets is shown before it is sent. */
export function RequestLeave({ open, onClose, ...rest }: RequestLeaveProps) {
  const { t } = useTranslation();
  const query = useTypesInUse();
  const some = (query.data?.rows.length ?? 0) > 0;
  return (
    <FormDrawer open={open} onClose={onClose} title={t('leave.ask')} save={some ? t('leave.send') : undefined}>
      <Loaded query={query} skeleton={<Waiting rows={6} />}>
        {({ rows }) =>
          some ? <RequestForm {...rest} types={rows} onDone={onClose} /> : <EmptyState title={t('leave.no_types')} />
        }
      </Loaded>
    </FormDrawer>
  );
}

type RequestFormProps = Omit<RequestLeaveProps, 'open' | 'onClose'> & { types: readonly LeaveType[]; onDone: () => void };

function RequestForm({ from, to, userId, onBehalf, types, onDone }: RequestFormProps) {
  const { t } = useTranslation();
  const changed = useLeaveChanged();
  const me = useSession((session) => session.me?.id);
  const people = useColleagueOptions();
  const first = from ?? nextWorkday(today());
  const form = useForm<LeaveRequest, RequestDraft>({
    row: undefined,
    draftOf: () => ({
      user_id: userId && userId !== me ? userId : '',
      type_id: (types.find((type) => type.has_balance) ?? types[0])?.id ?? '',
      first_day: first,
      last_day: to ?? first,
      part: 'day',
      starts_at: '09:00',
      part_minutes: HALF_DAY,
      comment: '',
      approve: false,
    }),
    check: (draft) => {
      const type = types.find(({ id }) => id === draft.type_id);
      return {
        ...(draft.last_day < draft.first_day ? { last_day: t('leave.ends_before') } : {}),
        ...(type?.needs_reason && draft.comment.trim() === '' ? { comment: t('leave.reason_missing') } : {}),
        ...(draft.part === 'hours' && !CLOCK.test(draft.starts_at) ? { starts_at: t('leave.time_wrong') } : {}),
      };
    },
    save: (_changes, _version, draft) => call('POST /api/leave_requests', { body: requestBody(draft, true) }),
    onSaved: (row) => {
      notify.success(t(row.status === 'approved' ? 'leave.entered' : 'leave.sent'));
      onDone();
      void changed();
    },
  });
  const { draft, set, errors } = form;
  const type = types.find(({ id }) => id === draft.type_id);
  const single = draft.first_day === draft.last_day;
  const parts = partsOf(type);
  const setFirst = (day: Day): void => set({ first_day: day, ...(draft.last_day < day || single ? { last_day: day } : {}) });
  return (
    <FormBody
      form={form}
      name={t('leave.ask')}
      labels={{
        user_id: t('leave.person'),
        type_id: t('leave.type'),
        first_day: t('leave.first_day'),
        last_day: t('leave.last_day'),
        part: t('leave.part'),
        starts_at: t('leave.starts_at'),
        part_minutes: t('leave.duration'),
        comment: t('leave.comment'),
        approve: t('leave.approve_now'),
      }}
    >
      <div className={formStyles.fields}>
        <At field="type_id" wide>
          <Select
            label={t('leave.type')}
            options={types}
            value={draft.type_id}
            onChange={(id) => id && set({ type_id: id, part: 'day' })}
            clearable={false}
            error={errors.type_id}
            autoFocus
          />
        </At>
        <At field="first_day">
          <DateField
            label={t('leave.first_day')}
            value={draft.first_day}
            onChange={(day) => day && setFirst(day)}
            clearable={false}
            error={errors.first_day}
          />
        </At>
        <At field="last_day">
          <DateField
            label={t('leave.last_day')}
            value={draft.last_day}
            onChange={(day) => day && set({ last_day: day })}
            clearable={false}
            error={errors.last_day}
          />
        </At>
        {single && parts.length > 1 && (
          <At field="part" wide>
            <Choice
              label={t('leave.part')}
              options={parts.map((id) => ({ id, name: t(`leave.part_${id}`) }))}
              value={draft.part}
              onChange={(part) => set({ part })}
            />
            {errors.part && <p className={styles.wrong}>{errors.part}</p>}
          </At>
        )}
        {single && draft.part === 'hours' && (
          <>
            <At field="starts_at">
              <TextInput
                label={t('leave.starts_at')}
                value={draft.starts_at}
                onChange={(starts_at) => set({ starts_at })}
                extra={EXTRA.time}
                placeholder="09:00"
                maxLength={5}
                error={errors.starts_at}
              />
            </At>
            <At field="part_minutes">
              <HoursField
                label={t('leave.duration')}
                value={draft.part_minutes * 60}
                onChange={(seconds) => set({ part_minutes: Math.round((seconds ?? 0) / 60) })}
                max={DAY_SECONDS}
                error={errors.part_minutes}
              />
            </At>
          </>
        )}
        <At field="comment" wide>
          <TextInput
            label={type?.needs_reason ? t('leave.reason') : t('leave.comment')}
            value={draft.comment}
            onChange={(comment) => set({ comment })}
            extra={EXTRA.free}
            rows={2}
            maxLength={2000}
            required={type?.needs_reason}
            error={errors.comment}
          />
        </At>
        {onBehalf && (
          <At field="user_id" wide>
            <Select
              label={t('leave.person')}
              options={people.filter(({ id }) => id !== me)}
              value={draft.user_id || undefined}
              onChange={(id) => set({ user_id: id ?? '', ...(id ? {} : { approve: false }) })}
              placeholder={t('leave.myself')}
              error={errors.user_id}
            />
          </At>
        )}
        {draft.user_id !== '' && (
          <CheckField
            field="approve"
            label={t('leave.approve_now')}
            description={t('leave.approve_now_text')}
            checked={draft.approve}
            onChange={(approve) => set({ approve })}
          />
        )}
      </div>
      {draft.last_day >= draft.first_day && (!single || draft.part !== 'hours' || CLOCK.test(draft.starts_at)) && (
        <LeavePreview body={requestBody(draft, false)} about={dayText(draft.last_day)} />
      )}
    </FormBody>
  );
}

/** The day itself, the Monday after it on a weekend: nobody asks for leave on days that are free for most. */
const nextWorkday = (day: Day): Day => (weekday(day) > 5 ? addDays(mondayOf(day), 7) : day);

/** Parts of a day that a type may be taken in. */
function partsOf(type: LeaveType | undefined): Part[] {
  if (type?.smallest === 'hour') return ['day', 'first_half', 'second_half', 'hours'];
  return type?.smallest === 'half_day' ? ['day', 'first_half', 'second_half'] : ['day'];
}
