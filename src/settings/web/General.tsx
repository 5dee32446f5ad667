import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../kit/grades.ts';
import { At, Facts, FormBody, NameField, SaveFoot } from '../../web/form/index.ts';
import { weekdayNames } from '../../web/format.ts';
import { LANGUAGE_NAMES } from '../../web/shell/appearance.ts';
import { usePageFlag } from '../../web/session.ts';
import { HoursField, Loaded, NumberField, Select, TextInput, Waiting } from '../../web/ui/index.ts';
import { type General as Row, useGeneral, useGeneralForm } from './general-data.ts';

type Language = Row['language'];

interface Draft {
  name: string;
  time_zone: string;
  language: Language;
  week_start: number;
  day_limit_minutes: number;
  load_thresholds: number[];
  project_code: string;
  least_people: number;
}

const draftOf = (row: Row | undefined): Draft => ({
  name: row?.name ?? '',
  time_zone: row?.time_zone ?? '',
  language: row?.language ?? 'en',
  week_start: row?.week_start ?? 1,
  day_limit_minutes: row?.day_limit_minutes ?? 600,
  load_thresholds: row?.load_thresholds ?? [],
  project_code: row?.project_code ?? '',
  least_people: row?.least_people ?? 0,
});

const zones = Intl.supportedValuesOf('timeZone').map((id) => ({ id, name: id.replaceAll('_', ' ') }));

/** Name, zone, language and the rules of the firm. */
export default function General() {
  return (
    <Loaded query={useGeneral()} skeleton={<Waiting rows={6} />}>
      {(row) => <GeneralForm row={row} />}
    </Loaded>
  );
}

function GeneralForm({ row }: { row: Row }) {
  const { t } = useTranslation();
  const canEdit = usePageFlag('can_edit', 'settings');
  const form = useGeneralForm<Draft>({
    row,
    draftOf,
    check: ({ name }) => (name.trim() === '' ? { name: t('settings.name_missing') } : {}),
  });
  const { draft, set, errors } = form;
  const labels = {
    name: t('settings.firm_name'),
    time_zone: t('settings.time_zone'),
    language: t('settings.firm_language'),
    week_start: t('settings.week_start'),
    day_limit_minutes: t('settings.day_limit'),
    load_thresholds: t('settings.thresholds'),
    project_code: t('settings.project_code'),
    least_people: t('settings.least_people'),
  };
  const threshold = (index: number, value: number | undefined): void => {
    if (value !== undefined) set({ load_thresholds: draft.load_thresholds.map((each, at) => (at === index ? value : each)) });
  };
  return (
    <FormBody form={form} id="general" name={t('settings.general')} labels={labels} free={['section']}>
      <Facts title={t('settings.firm')}>
        <NameField
          label={labels.name}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errors.name}
          disabled={!canEdit}
        />
        <At field="time_zone">
          <Select
            label={labels.time_zone}
            description={t('settings.time_zone_text')}
            options={zones}
            value={draft.time_zone}
            onChange={(time_zone) => time_zone && set({ time_zone })}
            clearable={false}
            error={errors.time_zone}
            disabled={!canEdit}
          />
        </At>
        <At field="language">
          <Select
            label={labels.language}
            description={t('settings.firm_language_text')}
            options={LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] ?? id }))}
            value={draft.language}
            onChange={(language) => language && set({ language: language as Language })}
            clearable={false}
            searchable={false}
            error={errors.language}
            disabled={!canEdit}
          />
        </At>
        <At field="week_start">
          <Select
            label={labels.week_start}
            options={weekdayNames('long').map((name, index) => ({ id: String(index + 1), name }))}
            value={String(draft.week_start)}
            onChange={(day) => day && set({ week_start: Number(day) })}
            clearable={false}
            searchable={false}
            error={errors.week_start}
            disabled={!canEdit}
          />
        </At>
        <At field="day_limit_minutes">
          <HoursField
            label={labels.day_limit_minutes}
            description={t('settings.day_limit_text')}
            value={draft.day_limit_minutes * 60}
            onChange={(seconds) => seconds && set({ day_limit_minutes: Math.round(seconds / 60) })}
            max={86_400}
            error={errors.day_limit_minutes}
            disabled={!canEdit}
          />
        </At>
        <At field="project_code" wide>
          <TextInput
            label={labels.project_code}
            description={t('settings.project_code_text', { number: '{0000}', year: '{YYYY}', short: '{YY}', client: '{CLIENT}' })}
            value={draft.project_code}
            onChange={(project_code) => set({ project_code })}
            extra="{}/"
            maxLength={40}
            error={errors.project_code}
            disabled={!canEdit}
          />
        </At>
      </Facts>
      <Facts title={labels.load_thresholds} text={errors.load_thresholds ?? t('settings.thresholds_text')}>
        {draft.load_thresholds.map((value, index) => (
          <At key={index} field="load_thresholds">
            <NumberField
              label={t('settings.threshold', { number: index + 1 })}
              value={value}
              onChange={(next) => threshold(index, next)}
              min={1}
              max={1000}
              unit="%"
              disabled={!canEdit}
              error={
                errors.load_thresholds && index > 0 && value <= (draft.load_thresholds[index - 1] ?? 0)
                  ? errors.load_thresholds
                  : undefined
              }
            />
          </At>
        ))}
      </Facts>
      <Facts title={t('settings.small_groups')} text={t('settings.small_groups_text')}>
        <At field="least_people">
          <NumberField
            label={labels.least_people}
            description={t('settings.least_people_text')}
            value={draft.least_people}
            onChange={(least_people) => set({ least_people: least_people ?? 0 })}
            min={0}
            max={50}
            error={errors.least_people}
            disabled={!canEdit}
          />
        </At>
      </Facts>
      {canEdit && <SaveFoot form={form} />}
    </FormBody>
  );
}
