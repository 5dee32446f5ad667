import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { WeekPattern } from '../../people/web/public.tsx';
import { At, FormBody, formStyles, useForm } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import { Button, DateField, notify } from '../../web/ui/index.ts';
import styles from './Countries.module.css';
import { type Country, useRulesChanged } from './countries-data.ts';
import { call } from './leave-data.ts';

interface Draft {
  /** Minutes by weekday, Monday first. */
  minutes: readonly number[];
  valid_from: Day;
}

/** The week has no version of its own: each change is a fact from its day on. */
type Stored = Pick<Country, 'week'> & { version: number };

/** The full-time week of a country: what a full-timer there works, from a day on. */
export function WorkingWeek({ country }: { country: Country }) {
  const { t } = useTranslation();
  const may = useMayCall();
  const editable = usePageFlag('can_edit', 'countries_settings') && may('pto.update');
  const changed = useRulesChanged();
  const form = useForm<Stored, Draft>({
    row: { week: country.week, version: 1 },
    draftOf: (row) => ({ minutes: row?.week ?? country.week, valid_from: format.today() }),
    save: async (_changes, _version, draft) => {
      const body = { country: country.code, minutes: [...draft.minutes], valid_from: draft.valid_from };
      const { minutes } = await call('PUT /api/working_weeks', { body });
      return { week: minutes, version: 1 };
    },
    onSaved: () => {
      notify.success(t('leave.saved'));
      void changed();
    },
  });
  const { draft, set, errors } = form;
  return (
    <FormBody form={form} name={t('leave.tab_week')} labels={{ minutes: t('leave.tab_week'), valid_from: t('leave.valid_from') }}>
      <p className={styles.quiet}>
        {country.week_from ? t('leave.week_text', { day: format.day(country.week_from) }) : t('leave.week_text_ever')}
      </p>
      <div className={formStyles.fields}>
        <At field="minutes" wide>
          <WeekPattern
            value={draft.minutes}
            onChange={(minutes) => set({ minutes })}
            error={errors.minutes}
            disabled={!editable}
          />
        </At>
        {form.changed.length > 0 && (
          <At field="valid_from">
            <DateField
              label={t('leave.valid_from')}
              value={draft.valid_from}
              onChange={(day) => day && set({ valid_from: day })}
              clearable={false}
              error={errors.valid_from}
            />
          </At>
        )}
      </div>
      {editable && (
        <div className={styles.end}>
          <Button type="submit" level="primary" busy={form.busy}>
            {t('web.save')}
          </Button>
        </div>
      )}
    </FormBody>
  );
}
