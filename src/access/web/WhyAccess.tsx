import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { settingsContract } from '../../settings/contract.ts';
import { useAddress, word } from '../../web/address.ts';
import { type ReplyTo, caller } from '../../web/api.ts';
import { brought } from '../../web/shell/menu.ts';
import { Loaded, type Option, Select, TextInput, Waiting } from '../../web/ui/index.ts';
import type { accessContract } from '../contract.ts';
import styles from './RoleAccess.module.css';

const call = caller<typeof accessContract>();
const find = caller<typeof settingsContract>();

const codecs = { page: word(), operation: word() };

type Answer = ReplyTo<(typeof accessContract)['GET /api/access/explain']>;

/** "Why can this person (not) see this?" The rule that decides, and every other that was asked on the way. */
export default function WhyAccess() {
  const { t } = useTranslation();
  const [{ page, operation }, setAddress] = useAddress(codecs);
  const [person, setPerson] = useState<Option>();
  const [typed, setTyped] = useState('');
  const [draft, setDraft] = useState(operation);
  const people = usePeople(typed, person);
  const screens = brought.screens
    .filter((screen) => !screen.open)
    .map((screen) => ({ id: screen.path, name: t(screen.title) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const ask = (): void => setAddress({ page: '', operation: draft.trim() }, { replace: true });
  const query = useQuery({
    queryKey: ['access', 'explain', person?.id, page, operation],
    queryFn: ({ signal }) =>
      page ? explainScreen(person?.id ?? '', page, signal) : explain(person?.id ?? '', operation, signal),
    enabled: person !== undefined && (page !== '' || operation !== ''),
    retry: false,
  });

  return (
    <div className={styles.why}>
      <div className={styles.pair}>
        <Select
          label={t('settings.why_person')}
          valueFormat="object"
          options={people}
          value={person}
          onChange={setPerson}
          onSearch={setTyped}
        />
        <Select
          label={t('settings.why_screen')}
          options={screens}
          value={page || undefined}
          onChange={(next) => {
            setDraft('');
            setAddress({ page: next ?? '', operation: '' }, { replace: true });
          }}
        />
        <TextInput
          label={t('settings.why_operation')}
          description={t('settings.why_operation_text')}
          value={draft}
          onChange={setDraft}
          onEnter={ask}
          onBlur={() => draft.trim() !== operation && ask()}
          extra="/:{}"
          clearable
        />
      </div>
      {query.fetchStatus !== 'idle' || query.data || query.error ? (
        <Loaded query={query} skeleton={<Waiting rows={3} />}>
          {(answer) => <Verdict {...answer} />}
        </Loaded>
      ) : (
        <p className={styles.hint}>{t('settings.why_choose')}</p>
      )}
    </div>
  );
}

const explain = (userId: string, operation: string, signal: AbortSignal): Promise<Answer> =>
  call('GET /api/access/explain', { query: { user_id: userId, operation } }, { signal });

/** A screen is open when its page is, and when one of the calls that it lives on is allowed. */
async function explainScreen(userId: string, path: string, signal: AbortSignal): Promise<Answer> {
  const screen = brought.screens.find((each) => each.path === path);
  const page = screen?.page ?? '';
  const calls = [screen?.operation ?? []].flat();
  const ask = (operation?: string): Promise<Answer> =>
    call('GET /api/access/explain', { query: { user_id: userId, page, ...(operation ? { operation } : {}) } }, { signal });
  if (calls.length === 0) return ask();
  const answers = await Promise.all(calls.map(ask));
  return answers.find(({ allowed }) => allowed) ?? (answers[0] as Answer);
}

/** People by a few letters; whoever is chosen stays in the list. */
function usePeople(typed: string, chosen: Option | undefined): Option[] {
  const query = useQuery({
    queryKey: ['access', 'people', typed],
    queryFn: ({ signal }) =>
      find('POST /api/settings/smart_search', { query: {}, body: { query: typed, collections: ['users'], top: 20 } }, { signal }),
    enabled: typed.trim() !== '',
  });
  const found = (query.data ?? []).map(({ id, label }) => ({ id, name: label }));
  return chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
}

function Verdict({ allowed, reason, checks }: Answer) {
  const { t } = useTranslation();
  return (
    <div className={styles.verdict} data-allowed={allowed} role="status">
      <h3>
        <Mark allowed={allowed} />
        {t(allowed ? 'settings.why_yes' : 'settings.why_no')}
      </h3>
      <p>{reason}</p>
      {checks.length > 1 && (
        <ul>
          {checks.map((check, index) => (
            <li key={index}>
              <Mark allowed={check.allowed} />
              <span>
                <strong>{t(`settings.why_${check.layer}`)}</strong>
                {`: ${check.reason}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Mark({ allowed }: { allowed: boolean }) {
  const { t } = useTranslation();
  const label = t(allowed ? 'settings.why_open' : 'settings.why_closed');
  return allowed ? <IconCheck size={16} role="img" aria-label={label} /> : <IconX size={16} role="img" aria-label={label} />;
}
