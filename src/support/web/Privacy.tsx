import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { At, CheckField, Facts, FormBody, SaveFoot, formStyles, useForm } from '../../web/form/index.ts';
import { instant } from '../../web/format.ts';
import { locale } from '../../web/i18n/text.ts';
import { usePageFlag } from '../../web/session.ts';
import { EXTRA, Loaded, NumberField, TextInput, Waiting, notify } from '../../web/ui/index.ts';
import { Leavers } from './Leavers.tsx';
import { NOTICE_KEY, PRIVACY, type Privacy as Row, usePrivacy } from './privacy-data.ts';
import { call } from './tickets-data.ts';

interface Draft {
  countries: { code: string; months: number }[];
  erases_leavers: boolean;
  picture_months: number | null;
  audit_months: number | null;
  notice: string;
}

const draftOf = (row: Row | undefined): Draft => ({
  countries: row?.countries.map(({ code, months }) => ({ code, months })) ?? [],
  erases_leavers: row?.erases_leavers ?? false,
  picture_months: row?.picture_months ?? null,
  audit_months: row?.audit_months ?? null,
  notice: row?.notice ?? '',
});

/** How long the firm keeps what it knows of people, whom it forgets, and what it tells them. */
export default function Privacy() {
  return (
    <Loaded query={usePrivacy()} skeleton={<Waiting rows={6} />}>
      {(row) => (
        <>
          <PrivacyForm row={row} />
          <Leavers />
        </>
      )}
    </Loaded>
  );
}

function PrivacyForm({ row }: { row: Row }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canEdit = usePageFlag('can_edit', 'settings');
  const form = useForm<Row, Draft>({
    row,
    draftOf,
    save: (changes, version) =>
      call('PUT /api/privacy', {
        body: { ...changes, ...(version === undefined ? {} : { version }) },
      }),
    onSaved: (stored) => {
      client.setQueryData(PRIVACY, stored);
      void client.invalidateQueries({ queryKey: [...PRIVACY, 'leavers'] });
      void client.invalidateQueries({ queryKey: NOTICE_KEY });
      notify.success(t('settings.saved'));
    },
  });
  const { draft, set, errors } = form;
  const names = new Intl.DisplayNames(locale(), { type: 'region', fallback: 'code' });
  const usual = new Map(row.countries.map((country) => [country.code, country.usual]));
  const setMonths = (code: string, months: number): void =>
    set({ countries: draft.countries.map((each) => (each.code === code ? { code, months } : each)) });
  const labels = {
    countries: t('support.kept_for'),
    erases_leavers: t('support.erases_leavers'),
    picture_months: t('support.picture_months'),
    audit_months: t('support.audit_months'),
    notice: t('support.notice'),
  };
  return (
    <FormBody form={form} id="privacy" name={t('support.privacy')} labels={labels} free={['section', 'state', 'page']}>
      <Facts title={t('support.kept_for')} text={t('support.kept_for_text')}>
        <div className={formStyles.fields}>
          {draft.countries.map(({ code, months }) => (
            <At key={code} field="countries">
              <NumberField
                label={names.of(code) ?? code}
                description={t('support.usual_months', { count: usual.get(code) ?? 0 })}
                value={months}
                onChange={(next) => next !== undefined && setMonths(code, next)}
                min={0}
                max={600}
                unit={t('support.months')}
                error={errors.countries}
                disabled={!canEdit}
              />
            </At>
          ))}
        </div>
        <CheckField
          field="erases_leavers"
          label={labels.erases_leavers}
          description={t('support.erases_leavers_text')}
          checked={draft.erases_leavers}
          onChange={(erases_leavers) => set({ erases_leavers })}
          disabled={!canEdit}
        />
      </Facts>
      <Facts title={t('support.forgets')} text={t('support.forgets_text')}>
        <div className={formStyles.fields}>
          {(['picture_months', 'audit_months'] as const).map((field) => (
            <At key={field} field={field}>
              <NumberField
                label={labels[field]}
                description={t(`support.${field}_text`)}
                value={draft[field] ?? undefined}
                onChange={(months) => set({ [field]: months ?? null })}
                min={field === 'audit_months' ? 12 : 1}
                max={600}
                unit={t('support.months')}
                placeholder={t('support.never')}
                error={errors[field]}
                disabled={!canEdit}
              />
            </At>
          ))}
        </div>
      </Facts>
      <Facts title={labels.notice} text={t('support.notice_text')}>
        <At field="notice" wide>
          <TextInput
            label={t('support.notice_words')}
            rows={8}
            extra={EXTRA.free}
            value={draft.notice}
            onChange={(notice) => set({ notice })}
            onEnter={form.submit}
            maxLength={20_000}
            error={errors.notice}
            disabled={!canEdit}
          />
        </At>
        {row.notice !== '' && row.published_at !== null && (
          <p>
            {t('support.notice_read_by', {
              edition: row.edition,
              day: instant(row.published_at),
              read: row.read_by,
              people: row.people,
            })}
          </p>
        )}
      </Facts>
      {canEdit && <SaveFoot form={form} />}
    </FormBody>
  );
}
