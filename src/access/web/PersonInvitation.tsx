import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReplyTo, caller } from '../../web/api.ts';
import { instant } from '../../web/format.ts';
import { Button, Loaded, Waiting, notify, useReason } from '../../web/ui/index.ts';
import type { accessContract } from '../contract.ts';
import styles from './Profile.module.css';

const call = caller<typeof accessContract>();

type Invitation = ReplyTo<(typeof accessContract)['GET /api/invitations']>['rows'][number];

/** The open invitation of a person: sent again, after which the first link opens nothing, or taken back. */
export function PersonInvitation({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [busy, setBusy] = useState<'send' | 'revoke'>();
  const queryKey = ['access', 'invitation', id];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('GET /api/invitations', { query: { user_id: id } }, { signal })).rows[0] ?? null,
  });

  const act = async (what: 'send' | 'revoke'): Promise<void> => {
    setBusy(what);
    try {
      if (what === 'send') await call('POST /api/invitations', { body: { user_id: id } });
      else await call('DELETE /api/invitations/:id', { params: { id } });
      notify.success(t(what === 'send' ? 'settings.invitation_sent' : 'settings.invitation_revoked', { name }));
    } catch (error) {
      notify.error(reason(error));
    }
    await client.invalidateQueries({ queryKey });
    setBusy(undefined);
  };

  return (
    <section className={styles.person} aria-labelledby="person-invitation">
      <h2 id="person-invitation">{t('settings.person_invitation')}</h2>
      <Loaded query={query} skeleton={<Waiting rows={1} />}>
        {(invitation) => (
          <>
            <Told invitation={invitation} />
            <div className={styles.line}>
              <Button busy={busy === 'send'} onClick={() => void act('send')}>
                {t(invitation ? 'settings.invitation_again' : 'settings.invitation_send')}
              </Button>
              {invitation && (
                <Button busy={busy === 'revoke'} onClick={() => void act('revoke')}>
                  {t('settings.invitation_revoke')}
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

/** When it went out, and until when its link opens something. */
function Told({ invitation }: { invitation: Invitation | null }) {
  const { t } = useTranslation();
  if (!invitation) return <p className={styles.about}>{t('settings.invitation_none')}</p>;
  const { created_at, expires_at, is_live } = invitation;
  const key = is_live ? 'settings.invitation_open' : 'settings.invitation_over';
  return <p className={styles.about}>{t(key, { at: instant(created_at), until: instant(expires_at) })}</p>;
}
