import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyTo } from '../../web/api.ts';
import { instant } from '../../web/format.ts';
import { Button, Loaded, ShownOnce, Waiting, confirm, notify, useReason } from '../../web/ui/index.ts';
import type { leaveContract } from '../contract.ts';
import styles from './Leave.module.css';
import { LEAVE, call } from './leave-data.ts';

type Feed = ReplyTo<(typeof leaveContract)['GET /api/calendar_feeds']>['rows'][number];
const FEEDS = [...LEAVE, 'feeds'];
const SCOPES = ['own', 'team'] as const;

/** Secret addresses by which another calendar reads one's leave, or that of one's team. Each is shown once. */
export function CalendarFeeds() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [made, setMade] = useState<{ id: string; address: string }>();
  const [busy, setBusy] = useState('');
  const query = useQuery({
    queryKey: FEEDS,
    queryFn: async ({ signal }) => (await call('GET /api/calendar_feeds', {}, { signal })).rows,
  });
  const doing = async (what: string, work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    await work().catch((error: unknown) => notify.error(reason(error)));
    await client.invalidateQueries({ queryKey: FEEDS });
    setBusy('');
  };
  const make = (scope: Feed['scope']): Promise<void> =>
    doing(scope, async () => {
      const { id, address } = await call('POST /api/calendar_feeds', { body: { scope } });
      setMade({ id, address: new URL(address, location.origin).href });
    });
  const revoke = async (feed: Feed): Promise<void> => {
    const sure = await confirm({
      title: t('leave.feed_revoke_title'),
      text: t('leave.feed_revoke_text'),
      action: t('leave.feed_revoke'),
      danger: true,
    });
    if (!sure) return;
    await doing(feed.id, async () => {
      await call('DELETE /api/calendar_feeds/:id', { params: { id: feed.id } });
      if (made?.id === feed.id) setMade(undefined);
      notify.success(t('leave.feed_revoked'));
    });
  };
  return (
    <section className={styles.feeds} aria-label={t('leave.feeds')}>
      <h2>{t('leave.feeds')}</h2>
      <p className={styles.quiet}>{t('leave.feeds_text')}</p>
      <Loaded query={query} skeleton={<Waiting rows={2} />}>
        {(feeds) => (
          <ul>
            {feeds.map((feed) => (
              <li key={feed.id}>
                <span>
                  <strong>{t(`leave.feed_${feed.scope}`)}</strong>
                  <span className={styles.note}>
                    {[
                      t('leave.feed_since', { at: instant(String(feed.created_at)) }),
                      feed.last_used_at
                        ? t('leave.feed_read', { at: instant(String(feed.last_used_at)) })
                        : t('leave.feed_unread'),
                    ].join(' · ')}
                  </span>
                </span>
                <Button size="sm" busy={busy === feed.id} onClick={() => void revoke(feed)}>
                  {t('leave.feed_revoke')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {made && <ShownOnce label={t('leave.feed_address')} text={t('leave.feed_once')} value={made.address} />}
      <div className={styles.line}>
        {SCOPES.map((scope) => (
          <Button
            key={scope}
            busy={busy === scope}
            icon={<IconLink size={16} aria-hidden="true" />}
            onClick={() => void make(scope)}
          >
            {t(`leave.feed_make_${scope}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
