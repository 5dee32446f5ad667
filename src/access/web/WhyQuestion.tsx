import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReplyTo, caller } from '../../web/api.ts';
import { brought } from '../../web/shell/menu.ts';
import { Loaded, Select, TextInput, Waiting } from '../../web/ui/index.ts';
import type { accessContract } from '../contract.ts';
import styles from './RoleAccess.module.css';

const call = caller<typeof accessContract>();

type Answer = ReplyTo<(typeof accessContract)['GET /api/access/explain']>;

/** What is asked about: a screen by its path, or an operation; one of the two is empty. */
export interface Asked {
  page: string;
  operation: string;
}

export interface WhyQuestionProps extends Asked {
  /** Id of the person that is asked about; undefined while nobody is chosen. */
  person: string | undefined;
  onAsk: (asked: Asked) => void;
}

/** Chooses a screen or an operation, and says which rule opens or closes it for a person. Gives two fields and the answer. */
export function WhyQuestion({ person, page, operation, onAsk }: WhyQuestionProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(operation);
  const screens = brought.screens
    .filter((screen) => !screen.open)
    .map((screen) => ({ id: screen.path, name: t(screen.title) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const ask = (): void => onAsk({ page: '', operation: draft.trim() });
  const query = useQuery({
    queryKey: ['access', 'explain', person, page, operation],
    queryFn: ({ signal }) => (page ? explainScreen(person ?? '', page, signal) : explain(person ?? '', operation, signal)),
    enabled: person !== undefined && (page !== '' || operation !== ''),
    retry: false,
  });

  return (
    <>
      <Select
        label={t('settings.why_screen')}
        options={screens}
        value={page || undefined}
        onChange={(next) => {
          setDraft('');
          onAsk({ page: next ?? '', operation: '' });
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
      <div className={styles.answer}>
        {query.fetchStatus !== 'idle' || query.data || query.error ? (
          <Loaded query={query} skeleton={<Waiting rows={3} />}>
            {(answer) => <Verdict {...answer} />}
          </Loaded>
        ) : (
          <p className={styles.hint}>{t(person === undefined ? 'settings.why_choose' : 'settings.why_choose_what')}</p>
        )}
      </div>
    </>
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
