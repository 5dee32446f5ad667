import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { At, CheckField, type Errors, FormBody, formStyles, useForm } from '../../web/form/index.ts';
import { Button, EXTRA, Loaded, TextInput, Waiting, notify } from '../../web/ui/index.ts';
import { RULES, type Rules, call, useRules } from './sign-in-data.ts';
import styles from './SignInSettings.module.css';

/** As typed: factors with commas between them, minutes as a number or not at all. */
interface Draft {
  sso_only: boolean;
  factors: string;
  fresh_minutes: string;
}

const MOST_MINUTES = 43_200;
const MOST_FACTORS = 20;

const factorsIn = (line: string): string[] =>
  line
    .split(',')
    .map((factor) => factor.trim())
    .filter((factor) => factor !== '');

const draftOf = (row: Rules | undefined): Draft => ({
  sso_only: row?.sso_only ?? false,
  factors: (row?.factors ?? []).join(', '),
  fresh_minutes: String(row?.fresh_minutes ?? ''),
});

/** A whole number as it was typed; undefined when it is none. */
export const wholeIn = (line: string): number | undefined => (/^\d{1,6}$/.test(line.trim()) ? Number(line) : undefined);

/** What the firm demands of a sign-in. */
export function SignInRules() {
  const query = useRules();
  return (
    <Loaded query={query} skeleton={<Waiting rows={3} />}>
      {(rules) => <RulesForm rules={rules} />}
    </Loaded>
  );
}

function RulesForm({ rules }: { rules: Rules }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const labels = {
    sso_only: t('settings.sso_only'),
    factors: t('settings.factors'),
    fresh_minutes: t('settings.fresh_minutes'),
  };
  const check = ({ factors, fresh_minutes }: Draft): Errors<Draft> => {
    const minutes = wholeIn(fresh_minutes) ?? 0;
    const fits = fresh_minutes.trim() === '' || (minutes >= 1 && minutes <= MOST_MINUTES);
    return {
      ...(factorsIn(factors).length > MOST_FACTORS ? { factors: t('settings.factors_many', { count: MOST_FACTORS }) } : {}),
      ...(fits ? {} : { fresh_minutes: t('web.number_between', { min: 1, max: MOST_MINUTES }) }),
    };
  };
  const form = useForm<Rules, Draft>({
    row: rules,
    draftOf,
    check,
    save: async (_changes, version, draft) => {
      const body = {
        sso_only: draft.sso_only,
        factors: factorsIn(draft.factors),
        fresh_minutes: wholeIn(draft.fresh_minutes) ?? null,
        ...(version === undefined ? {} : { version }),
      };
      const stored = await call('PUT /api/sign_in_rules', { body });
      notify.success(t('settings.rules_saved'));
      return stored;
    },
    onSaved: (row) => client.setQueryData(RULES, row),
  });
  const { draft, set, errors } = form;
  return (
    <FormBody form={form} name={t('settings.rules')} labels={labels} free={['id']}>
      <div className={formStyles.fields}>
        <CheckField
          field="sso_only"
          label={labels.sso_only}
          description={t('settings.sso_only_text')}
          checked={draft.sso_only}
          onChange={(sso_only) => set({ sso_only })}
          error={errors.sso_only}
        />
        <At field="factors">
          <TextInput
            label={labels.factors}
            description={t('settings.factors_text')}
            extra={EXTRA.url}
            value={draft.factors}
            onChange={(factors) => set({ factors })}
            error={errors.factors}
            maxLength={1000}
          />
        </At>
        <At field="fresh_minutes">
          <TextInput
            label={labels.fresh_minutes}
            description={t('settings.fresh_minutes_text')}
            inputMode="numeric"
            value={draft.fresh_minutes}
            onChange={(fresh_minutes) => set({ fresh_minutes })}
            error={errors.fresh_minutes}
            maxLength={6}
          />
        </At>
      </div>
      <SaveLine form={form} what={t('settings.rules')} />
    </FormBody>
  );
}

/** Save, and while something differs from what is stored a way back. */
export function SaveLine({
  form,
  what,
}: {
  form: { changed: readonly string[]; busy: boolean; reset: () => void };
  what: string;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.foot}>
      <Button type="submit" level="primary" busy={form.busy} aria-label={`${t('web.save')}: ${what}`}>
        {t('web.save')}
      </Button>
      {form.changed.length > 0 && <Button onClick={form.reset}>{t('settings.discard')}</Button>}
    </div>
  );
}
