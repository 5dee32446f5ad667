import { useTranslation } from 'react-i18next';
import { At, Facts, FormBody, SaveFoot } from '../../web/form/index.ts';
import { weekdayNames } from '../../web/format.ts';
import { usePageFlag } from '../../web/session.ts';
import { Loaded, Select, Waiting } from '../../web/ui/index.ts';
import { type General, useGeneral, useGeneralForm } from './general-data.ts';

interface Draft {
  remind_weekday: number | null;
  remind_hour: number;
}

const draftOf = (row: General | undefined): Draft => ({
  remind_weekday: row?.remind_weekday ?? null,
  remind_hour: row?.remind_hour ?? 9,
});

const hours = Array.from({ length: 24 }, (_, hour) => ({ id: String(hour), name: `${String(hour).padStart(2, '0')}:00` }));

/** When people are reminded of missing time. */
export default function Reminders() {
  return (
    <Loaded query={useGeneral()} skeleton={<Waiting rows={3} />}>
      {(row) => <RemindersForm row={row} />}
    </Loaded>
  );
}

function RemindersForm({ row }: { row: General }) {
  const { t } = useTranslation();
  const canEdit = usePageFlag('can_edit', 'settings');
  const form = useGeneralForm<Draft>({ row, draftOf });
  const { draft, set, errors } = form;
  const labels = { remind_weekday: t('settings.remind_weekday'), remind_hour: t('settings.remind_hour') };
  return (
    <FormBody form={form} id="reminders" name={t('settings.notifications')} labels={labels} free={['section']}>
      <Facts title={t('settings.remind')} text={t('settings.remind_text')}>
        <At field="remind_weekday">
          <Select
            label={labels.remind_weekday}
            options={weekdayNames('long').map((name, index) => ({ id: String(index + 1), name }))}
            value={draft.remind_weekday === null ? undefined : String(draft.remind_weekday)}
            onChange={(day) => set({ remind_weekday: day === undefined ? null : Number(day) })}
            placeholder={t('settings.remind_never')}
            searchable={false}
            error={errors.remind_weekday}
            disabled={!canEdit}
          />
        </At>
        {draft.remind_weekday !== null && (
          <At field="remind_hour">
            <Select
              label={labels.remind_hour}
              description={t('settings.remind_hour_text', { zone: row.time_zone.replaceAll('_', ' ') })}
              options={hours}
              value={String(draft.remind_hour)}
              onChange={(hour) => hour !== undefined && set({ remind_hour: Number(hour) })}
              clearable={false}
              searchable={false}
              error={errors.remind_hour}
              disabled={!canEdit}
            />
          </At>
        )}
      </Facts>
      {canEdit && <SaveFoot form={form} />}
    </FormBody>
  );
}
