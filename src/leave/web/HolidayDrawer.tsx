import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { At, CheckField, FormBody, NameField, RecordDrawer, RemoveRecord, formStyles, useForm } from '../../web/form/index.ts';
import { today } from '../../web/format.ts';
import { useMayCall } from '../../web/session.ts';
import { DateField, Select, notify } from '../../web/ui/index.ts';
import { type Country, type Holiday, useRulesChanged } from './countries-data.ts';
import { call } from './leave-data.ts';

interface Draft {
  name: string;
  day: Day;
  region: string | null;
  half: boolean;
}

export interface HolidayDrawerProps {
  /** Id of a holiday, `new`, or empty: closed. */
  id: string;
  country: Country;
  year: number;
  holiday: Holiday | undefined;
  query: UseQueryResult<unknown>;
  canEdit: boolean;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

/** One public holiday, or a new one of the firm. */
export function HolidayDrawer({ id, country, year, holiday, canEdit, onClose, ...rest }: HolidayDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const editable = canEdit && may(id === 'new' ? 'pto.create' : 'pto.update');
  return (
    <RecordDrawer
      {...rest}
      id={id}
      row={holiday}
      nameOf={({ name }) => name}
      editable={editable}
      words={{ add: t('leave.add_holiday'), one: t('leave.holiday'), gone: t('leave.holiday_gone') }}
      onClose={onClose}
    >
      {(row) => (
        <>
          <HolidayForm holiday={row} country={country} year={year} editable={editable} onDone={onClose} />
          {row && editable && <RemoveHoliday holiday={row} onDone={onClose} />}
        </>
      )}
    </RecordDrawer>
  );
}

interface HolidayFormProps {
  holiday: Holiday | undefined;
  country: Country;
  year: number;
  editable: boolean;
  onDone: () => void;
}

function HolidayForm({ holiday, country, year, editable, onDone }: HolidayFormProps) {
  const { t } = useTranslation();
  const changed = useRulesChanged();
  const first = today().startsWith(String(year)) ? today() : `${year}-01-01`;
  const form = useForm<Holiday, Draft>({
    row: holiday,
    draftOf: (row) => ({ name: row?.name ?? '', day: row?.day ?? first, region: row?.region ?? null, half: row?.half ?? false }),
    check: ({ name }) => (name.trim() === '' ? { name: t('leave.name_missing') } : {}),
    save: ({ region: _region, ...changes }, version, draft) => {
      if (!holiday) {
        const { region, ...body } = draft;
        return call('POST /api/public_holidays', { body: { ...body, country: country.code, ...(region ? { region } : {}) } });
      }
      const body = { ...changes, ...(version ? { version } : {}) };
      return call('PATCH /api/public_holidays/:id', { params: { id: holiday.id }, body });
    },
    onSaved: (row) => {
      notify.success(t(holiday ? 'leave.saved' : 'leave.holiday_added', { name: row.name }));
      onDone();
      void changed();
    },
  });
  const { draft, set, errors } = form;
  const labels = { name: t('leave.name'), day: t('leave.day'), region: t('leave.region'), half: t('leave.half_day') };
  return (
    <FormBody form={form} name={t('leave.holiday')} labels={labels}>
      <div className={formStyles.fields}>
        <NameField
          label={labels.name}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errors.name}
          disabled={!editable}
          autoFocus={!holiday}
        />
        <At field="day">
          <DateField
            label={labels.day}
            value={draft.day}
            onChange={(day) => day && set({ day })}
            clearable={false}
            disabled={!editable}
            error={errors.day}
          />
        </At>
        {country.regions.length > 0 && (
          <At field="region">
            <Select
              label={labels.region}
              options={country.regions.map(({ code, name }) => ({ id: code, name, hint: code }))}
              value={draft.region ?? undefined}
              onChange={(id) => set({ region: id ?? null })}
              placeholder={t('leave.nationwide')}
              disabled={!editable || holiday !== undefined}
              error={errors.region}
            />
          </At>
        )}
        <CheckField
          field="half"
          label={labels.half}
          description={t('leave.half_day_text')}
          checked={draft.half}
          disabled={!editable}
          onChange={(half) => set({ half })}
        />
      </div>
    </FormBody>
  );
}

function RemoveHoliday({ holiday, onDone }: { holiday: Holiday; onDone: () => void }) {
  const { t } = useTranslation();
  const changed = useRulesChanged();
  const remove = async (): Promise<void> => {
    await call('DELETE /api/public_holidays/:id', { params: { id: holiday.id } });
    notify.success(t('leave.holiday_deleted', { name: holiday.name }));
    onDone();
    await changed();
  };
  return (
    <RemoveRecord
      title={t('leave.delete_holiday', { name: holiday.name })}
      text={t('leave.delete_holiday_text')}
      refused={t('leave.not_deleted')}
      remove={remove}
    />
  );
}
