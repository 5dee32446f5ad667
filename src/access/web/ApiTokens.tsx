import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReplyTo, caller } from '../../web/api.ts';
import { day, instant, today } from '../../web/format.ts';
import { Button, Loaded, ShownOnce, confirm, notify, useReason } from '../../web/ui/index.ts';
import type { accessContract } from '../contract.ts';
import { NewToken } from './NewToken.tsx';
import styles from './Profile.module.css';
import { type Area, areasOf } from './token-draft.ts';

const call = caller<typeof accessContract>();
const TOKENS = ['access', 'api_tokens'];

type Token = ReplyTo<(typeof accessContract)['GET /api/api_tokens']>['rows'][number];

export interface ApiTokensProps {
  /** Whose tokens these are, for administrators, who only end them; without it one's own. */
  of?: { id: string; name: string };
}

/** Tokens for one's own programs: what each may, until when, when it was used last; made here, shown once, revoked at once. */
export function ApiTokens({ of }: ApiTokensProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<{ id: string; token: string }>();
  const [ending, setEnding] = useState('');
  const query = useQuery({
    queryKey: [...TOKENS, of?.id ?? 'own'],
    queryFn: async ({ signal }) => (await call('GET /api/api_tokens', { query: of ? { user_id: of.id } : {} }, { signal })).rows,
  });
  const again = (): Promise<void> => client.invalidateQueries({ queryKey: TOKENS });

  const revoke = async ({ id, name }: Token): Promise<void> => {
    const sure = await confirm({
      title: t('settings.token_revoke_title', { name }),
      text: t('settings.token_revoke_text'),
      action: t('settings.token_revoke'),
      danger: true,
    });
    if (!sure) return;
    setEnding(id);
    try {
      await call('DELETE /api/api_tokens/:id', { params: { id } });
      if (made?.id === id) setMade(undefined);
      notify.success(t('settings.token_revoked'));
    } catch (error) {
      notify.error(reason(error));
    }
    await again();
    setEnding('');
  };

  return (
    <>
      <p className={styles.about}>{t(of ? 'settings.tokens_of_text' : 'settings.tokens_text')}</p>
      <Loaded query={query} isEmpty={(tokens) => tokens.length === 0} empty={<p>{t('settings.no_tokens')}</p>}>
        {(tokens) => (
          <ul className={styles.sessions}>
            {tokens.map((token) => (
              <TokenLine key={token.id} token={token} busy={ending === token.id} onRevoke={() => void revoke(token)} />
            ))}
          </ul>
        )}
      </Loaded>
      {made && <ShownOnce label={t('settings.token')} text={t('settings.token_once')} value={made.token} />}
      {!of && (
        <Button icon={<IconKey size={16} aria-hidden="true" />} onClick={() => setMaking(true)}>
          {t('settings.new_token')}
        </Button>
      )}
      <NewToken
        open={making}
        onClose={() => setMaking(false)}
        onMade={(token) => {
          setMade(token);
          void again();
        }}
      />
    </>
  );
}

function TokenLine({ token, busy, onRevoke }: { token: Token; busy: boolean; onRevoke: () => void }) {
  const { t } = useTranslation();
  const names = (areas: readonly Area[]): string => areas.map((area) => t(`settings.token_area_${area}`)).join(', ');
  const { reads, writes } = areasOf(token.scopes);
  const until = token.expires_at.slice(0, 10);
  const over = until < today();
  const facts = [
    `…${token.ending}`,
    writes.length > 0 && t('settings.token_writes', { areas: names(writes) }),
    reads.length > 0 && t('settings.token_reads', { areas: names(reads) }),
    t(over ? 'settings.token_over' : 'settings.token_until', { day: day(until) }),
    token.last_used_at ? t('settings.token_used', { at: instant(token.last_used_at) }) : t('settings.token_unused'),
  ];
  return (
    <li>
      <div className={styles.session}>
        <strong>{token.name}</strong>
        <span className={styles.about}>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <Button size="sm" busy={busy} onClick={onRevoke} aria-label={t('settings.token_revoke_named', { name: token.name })}>
        {t('settings.token_revoke')}
      </Button>
    </li>
  );
}
