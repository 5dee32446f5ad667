import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReplyTo, caller } from '../../web/api.ts';
import { instant } from '../../web/format.ts';
import { Badge, Button, Loaded, confirm, notify, useReason } from '../../web/ui/index.ts';
import type { accessContract } from '../contract.ts';
import { deviceOf } from './device.ts';
import styles from './Profile.module.css';

const call = caller<typeof accessContract>();

/** Under this key sessions are kept: whoever ends some says that they are to be read anew. */
export const SESSIONS = ['access', 'sessions'];

type Session = ReplyTo<(typeof accessContract)['GET /api/sessions']>['rows'][number];

export interface SessionListProps {
  /** Whose sessions these are, for administrators; without it one's own. */
  of?: { id: string; name: string };
}

/** Where somebody is signed in; each session can be ended from here, or all but this one. */
export function SessionList({ of }: SessionListProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [ending, setEnding] = useState<string>();
  const asked = of ? { user_id: of.id } : {};
  const query = useQuery({
    queryKey: [...SESSIONS, of?.id ?? 'own'],
    queryFn: async ({ signal }) => (await call('GET /api/sessions', { query: asked }, { signal })).rows,
  });

  const end = async (session: Session | undefined): Promise<void> => {
    setEnding(session?.id ?? 'all');
    try {
      if (session) await call('DELETE /api/sessions/:id', { params: { id: session.id } });
      else await call('DELETE /api/sessions', { query: asked });
      notify.success(t(session ? 'settings.profile_session_ended' : 'settings.profile_sessions_ended'));
    } catch (error) {
      notify.error(reason(error));
    }
    await client.invalidateQueries({ queryKey: SESSIONS });
    setEnding(undefined);
  };

  /** One's own others are ended at once; somebody else loses what is not saved, and is asked about. */
  const endAll = async (): Promise<void> => {
    const question = of && {
      title: t('settings.end_sessions_title', { name: of.name }),
      text: t('settings.end_sessions_text'),
      action: t('settings.end_sessions'),
      danger: true,
    };
    if (!question || (await confirm(question))) await end(undefined);
  };

  return (
    <Loaded query={query} isEmpty={(sessions) => sessions.length === 0} empty={<p>{t('settings.no_sessions')}</p>}>
      {(sessions) => (
        <>
          <ul className={styles.sessions}>
            {sessions.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                named={new Set(sessions.map(({ firm }) => firm)).size > 1}
                busy={ending === session.id}
                onEnd={() => void end(session)}
              />
            ))}
          </ul>
          {sessions.some(({ is_current }) => !is_current) && (
            <Button busy={ending === 'all'} onClick={() => void endAll()}>
              {t(sessions.some(({ is_current }) => is_current) ? 'settings.profile_end_others' : 'settings.end_sessions')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

interface SessionLineProps {
  session: Session;
  /** The firm is said too. */
  named: boolean;
  busy: boolean;
  onEnd: () => void;
}

function SessionLine({ session, named, busy, onEnd }: SessionLineProps) {
  const { t } = useTranslation();
  const device = deviceOf(session.agent) || t('settings.profile_unknown_device');
  const since = t('settings.profile_session_since', { at: instant(session.created_at) });
  const last = t('settings.profile_session_last', { at: instant(session.last_seen_at) });
  const how = session.auth_method === 'oidc' ? t('settings.session_by_provider') : t('settings.session_by_password');
  return (
    <li>
      <div className={styles.session}>
        <strong>
          {named ? `${device} · ${session.firm}` : device}
          {session.is_current && (
            <Badge variant="light" ml={8}>
              {t('settings.profile_this_session')}
            </Badge>
          )}
        </strong>
        <span className={styles.about}>{[session.ip, how, since, last].filter(Boolean).join(' · ')}</span>
      </div>
      {!session.is_current && (
        <Button size="sm" busy={busy} onClick={onEnd} aria-label={t('settings.profile_end_named', { device, since })}>
          {t('settings.profile_end')}
        </Button>
      )}
    </li>
  );
}
