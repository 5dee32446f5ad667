import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useColleagueOptions } from '../../people/web/public.tsx';
import type { Day } from '../../kit/day.ts';
import { PhaseSelect, usePhases } from '../../planning/web/public.tsx';
import { At, FormBody, FormDrawer, RemoveRecord, useForm } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import { EXTRA, HoursField, PeriodField, Select, TextInput, notify } from '../../web/ui/index.ts';
import type { ClientBooking, ClientBookings } from '../contract.ts';
import { type Range, callPlanning } from './client-bookings-data.ts';

export interface FormTarget {
  project: ClientBookings;
  /** Missing: a new one. */
  booking: ClientBooking | undefined;
}

export interface BookingFormProps {
  target: FormTarget | undefined;
  canEdit: boolean;
  range: Range;
  onClose: () => void;
}

/** One booking on a project, or a new one: person, phase, days, hours, level, note. */
export function BookingForm({ target, canEdit, range, onClose }: BookingFormProps) {
  const { t } = useTranslation();
  const key = target ? `${target.project.project_id} ${target.booking?.id ?? ''}` : '';
  return (
    <FormDrawer
      open={target !== undefined}
      onClose={onClose}
      title={target?.booking ? t('reporting.booking_of', { name: target.booking.user }) : t('reporting.new_booking')}
      save={canEdit ? (target?.booking ? t('web.save') : t('reporting.book')) : undefined}
    >
      {target && <Fields key={key} target={target} canEdit={canEdit} range={range} onClose={onClose} />}
    </FormDrawer>
  );
}

interface Draft {
  user_id: string;
  phase_id: string | null;
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
  level: ClientBooking['level'];
  note: string;
}

const LEVELS = ['hard', 'soft', 'requested'] as const;
const USUAL = 480;

function Fields({
  target: { project, booking },
  canEdit,
  range,
  onClose,
}: Required<Omit<BookingFormProps, 'target'>> & { target: FormTarget }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const people = useColleagueOptions();
  const known = usePhases(project.project_id) ?? [];
  const done = async (told: string): Promise<void> => {
    notify.success(told);
    onClose();
    await client.invalidateQueries({ queryKey: ['bookings'] });
  };
  const form = useForm<ClientBooking, Draft>({
    row: booking,
    draftOf: (row) => ({
      user_id: row?.user_id ?? '',
      phase_id: row?.phase_id ?? null,
      first_day: row?.first_day ?? range.from,
      last_day: row?.last_day ?? range.to,
      minutes_per_day: row?.minutes_per_day ?? USUAL,
      level: row?.level ?? 'hard',
      note: row?.note ?? '',
    }),
    check: (draft) => (draft.user_id === '' ? { user_id: t('reporting.person_missing') } : {}),
    save: async (changes, version, draft) => {
      const written = booking
        ? await callPlanning('PATCH /api/bookings/:id', {
            params: { id: booking.id },
            body: { ...changes, ...(version === undefined ? {} : { version }) },
          })
        : await callPlanning('POST /api/bookings', { body: { ...draft, project_id: project.project_id } });
      if (written.over.length > 0) notify.info(t('reporting.over_capacity', { count: written.over.length }));
      return { ...(booking ?? blank), ...written.booking, grade: booking?.grade ?? blank.grade };
    },
    onSaved: () => void done(booking ? t('reporting.booking_saved') : t('reporting.booked_done')),
  });
  const { draft, set, errors } = form;
  const labels = {
    user_id: t('reporting.person'),
    phase_id: t('reporting.phase'),
    first_day: t('reporting.days'),
    last_day: t('reporting.days'),
    minutes_per_day: t('reporting.hours_a_day'),
    level: t('reporting.level'),
    note: t('reporting.note'),
  };
  const remove = async (): Promise<void> => {
    if (!booking) return;
    await callPlanning('DELETE /api/bookings/:id', { params: { id: booking.id }, query: { version: booking.version } });
    await done(t('reporting.booking_removed'));
  };
  return (
    <>
      <p>{[project.client, `${project.code} · ${project.project}`].filter(Boolean).join(' · ')}</p>
      <FormBody form={form} name={t('reporting.booking')} labels={labels} free={['id']}>
        <At field="user_id" wide>
          <Select
            label={labels.user_id}
            options={people}
            value={draft.user_id || undefined}
            onChange={(id) => set({ user_id: id ?? '' })}
            clearable={false}
            required
            error={errors.user_id}
            disabled={!canEdit}
          />
        </At>
        {(known.length > 0 || draft.phase_id) && (
          <At field="phase_id" wide>
            <PhaseSelect
              projectId={project.project_id}
              value={draft.phase_id}
              days={draft}
              name={booking?.phase ?? undefined}
              onChange={(phase_id) => set({ phase_id })}
              error={errors.phase_id}
              disabled={!canEdit}
            />
          </At>
        )}
        <At field="first_day" wide>
          <PeriodField
            label={labels.first_day}
            value={{ from: draft.first_day, to: draft.last_day }}
            onChange={(period) => period && set({ first_day: period.from, last_day: period.to })}
            error={errors.first_day ?? errors.last_day}
            disabled={!canEdit}
          />
        </At>
        <At field="minutes_per_day">
          <HoursField
            label={labels.minutes_per_day}
            value={draft.minutes_per_day * 60}
            onChange={(seconds) => set({ minutes_per_day: Math.round((seconds ?? 0) / 60) })}
            error={errors.minutes_per_day}
            disabled={!canEdit}
          />
        </At>
        <At field="level">
          <Select
            label={labels.level}
            options={LEVELS.map((level) => ({ id: level, name: t(`reporting.level_${level}`) }))}
            value={draft.level}
            onChange={(level) => set({ level: (level ?? 'hard') as Draft['level'] })}
            clearable={false}
            searchable={false}
            error={errors.level}
            disabled={!canEdit}
          />
        </At>
        <At field="note" wide>
          <TextInput
            label={labels.note}
            value={draft.note}
            onChange={(note) => set({ note })}
            extra={EXTRA.free}
            maxLength={2000}
            error={errors.note}
            disabled={!canEdit}
          />
        </At>
      </FormBody>
      {booking && canEdit && (
        <RemoveRecord
          title={t('reporting.remove_booking_title', { name: booking.user })}
          text={t('reporting.remove_booking_text', { days: format.dayRange(booking.first_day, booking.last_day) })}
          refused={t('reporting.not_removed')}
          remove={remove}
        />
      )}
    </>
  );
}

/** What a booking has here beside its own fields, until the list comes anew. */
const blank: Pick<ClientBooking, 'grade' | 'minutes' | 'logged_seconds'> = { grade: 'Junior', minutes: 0, logged_seconds: 0 };
