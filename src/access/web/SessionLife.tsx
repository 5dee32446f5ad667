import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { settingsContract } from '../../settings/contract.ts';
import { type ReplyTo, caller } from '../../web/api.ts';
import { At, type Errors, FormBody, formStyles, useForm } from '../../web/form/index.ts';
import { Loaded, TextInput, Waiting, notify } from '../../web/ui/index.ts';
import { SaveLine, wholeIn } from './SignInRules.tsx';

const call = caller<typeof settingsContract>();

type Life = ReplyTo<(typeof settingsContract)['GET /api/settings/session_life']>;

/** As typed: a number is read when it is sent. */
interface Draft {
  idle_minutes: string;
  hours: string;
}

const LIFE = ['settings', 'session_life'];
/** The least and the most that the server takes. */
const LIMITS = { idle_minutes: [5, 1440], hours: [1, 720] } as const;

const draftOf = (row: Life | undefined): Draft => ({
  idle_minutes: String(row?.idle_minutes ?? ''),
  hours: String(row?.hours ?? ''),
});

/** How long people of the firm stay signed in. */
export function SessionLife() {
  const query = useQuery({
    queryKey: LIFE,
    queryFn: ({ signal }) => call('GET /api/settings/session_life', { query: {} }, { signal }),
  });
  return (
    <Loaded query={query} skeleton={<Waiting rows={2} />}>
      {(life) => <LifeForm life={life} />}
    </Loaded>
  );
}

function LifeForm({ life }: { life: Life }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const labels = { idle_minutes: t('settings.idle_minutes'), hours: t('settings.session_hours') };
  const check = (draft: Draft): Errors<Draft> =>
    Object.fromEntries(
      (['idle_minutes', 'hours'] as const).flatMap((field) => {
        const [min, max] = LIMITS[field];
        const value = wholeIn(draft[field]);
        return value === undefined || value < min || value > max ? [[field, t('web.number_between', { min, max })]] : [];
      }),
    );
  const form = useForm<Life, Draft>({
    row: life,
    draftOf,
    check,
    save: async (_changes, version, { idle_minutes, hours }) => {
      const body = { idle_minutes: Number(idle_minutes), hours: Number(hours), ...(version ? { version } : {}) };
      const stored = await call('PUT /api/settings/session_life', { query: {}, body });
      notify.success(t('settings.session_life_saved'));
      return stored;
    },
    onSaved: (row) => client.setQueryData(LIFE, row),
  });
  const { draft, set, errors } = form;
  return (
    <FormBody form={form} name={t('settings.session_life')} labels={labels} free={['id']}>
      <div className={formStyles.fields}>
        <At field="idle_minutes">
          <TextInput
            label={labels.idle_minutes}
            description={t('settings.idle_minutes_text')}
            inputMode="numeric"
            value={draft.idle_minutes}
            onChange={(idle_minutes) => set({ idle_minutes })}
            error={errors.idle_minutes}
            maxLength={6}
            required
          />
        </At>
        <At field="hours">
          <TextInput
            label={labels.hours}
            description={t('settings.session_hours_text')}
            inputMode="numeric"
            value={draft.hours}
            onChange={(hours) => set({ hours })}
            error={errors.hours}
            maxLength={6}
            required
          />
        </At>
      </div>
      <SaveLine form={form} what={t('settings.session_life')} />
    </FormBody>
  );
}
