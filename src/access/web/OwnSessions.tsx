import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReplyTo, caller } from '../../web/api.ts';
import { instant } from '../../web/format.ts';
import { Badge, Button, Loaded, notify, useReason } from '../../web/ui/index.ts';
import type { accessContract } from '../contract.ts';
import { deviceOf } from './device.ts';
import styles from './Profile.module.css';

const call = caller<typeof accessContract>();

/** Key of one's own sessions: whoever ends some says that they are to be read anew. */
export const SESSIONS = ['access', 'sessions'];

type Session = ReplyTo<(typeof accessContract)['GET /api/sessions']>['rows'][number];

/** Where one is signed in; each session can be ended from here, or all but this one. */
export function OwnSessions() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [ending, setEnding] = useState<string>();
  const query = useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) => (await call('GET /api/sessions', { query: {} }, { signal })).rows,
  });

  const end = async (session: Session | undefined): Promise<void> => {
    setEnding(session?.id ?? 'all');
    try {
      if (session) await call('DELETE /api/sessions/:id', { params: { id: session.id } });
      else await call('DELETE /api/sessions', { query: {} });
      notify.success(t(session ? 'settings.profile_session_ended' : 'settings.profile_sessions_ended'));
    } catch (error) {
      notify.error(reason(error));
    }
    await client.invalidateQueries({ queryKey: SESSIONS });
    setEnding(undefined);
  };

  return (
    <>
      <p className={styles.about}>{t('settings.profile_sessions_text')}</p>
      <Loaded query={query}>
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
              <Button busy={ending === 'all'} onClick={() => void end(undefined)}>
                {t('settings.profile_end_others')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </>
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
        <span className={styles.about}>{[session.ip, since, last].filter(Boolean).join(' · ')}</span>
      </div>
      {!session.is_current && (
        <Button size="sm" busy={busy} onClick={onEnd} aria-label={t('settings.profile_end_named', { device, since })}>
          {t('settings.profile_end')}
        </Button>
      )}
    </li>
  );
}
