import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReplyTo } from '../../web/api.ts';
import { useSession } from '../../web/session.ts';
import { concerns, useLive } from '../../web/ui/index.ts';
import type { settingsContract } from '../contract.ts';
import { call } from './tasks-data.ts';

export type Notification = ReplyTo<(typeof settingsContract)['GET /api/notifications']>['rows'][number];
export type NotificationKind = ReplyTo<(typeof settingsContract)['GET /api/notifications/kinds']>[number];

const NOTIFICATIONS = ['settings', 'notifications'];
const KINDS = ['settings', 'notification_kinds'];

/** How many wait to be read; follows what happens on the server. */
export function useUnread(): number {
  const client = useQueryClient();
  const me = useSession((state) => state.me?.id);
  const { data } = useQuery({
    queryKey: [...NOTIFICATIONS, 'unread'],
    queryFn: ({ signal }) => call('GET /api/notifications/unread', {}, { signal }),
  });
  useLive('notifications', (change) => {
    if (concerns(change, me)) void client.invalidateQueries({ queryKey: NOTIFICATIONS });
  });
  return data?.unread ?? 0;
}

/** The latest ones, in the language of the page. */
export function useNotifications(count: number) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: [...NOTIFICATIONS, i18n.language, count],
    queryFn: ({ signal }) => call('GET /api/notifications', { query: { per_page: count } }, { signal }),
    placeholderData: (before) => before,
  });
}

/** Marks some as read, or all. */
export function useMarkRead(): (ids: readonly string[] | 'all') => Promise<void> {
  const client = useQueryClient();
  return async (ids) => {
    await call('POST /api/notifications/read', { body: ids === 'all' ? { all: true } : { ids: [...ids] } });
    await client.invalidateQueries({ queryKey: NOTIFICATIONS });
  };
}

/** Every kind and how it reaches one; and how to change one switch, shown at once and taken back when it fails. */
export function useNotificationKinds() {
  const { i18n } = useTranslation();
  const client = useQueryClient();
  const key = [...KINDS, i18n.language];
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => call('GET /api/notifications/kinds', {}, { signal }) });
  const change = async (event: string, set: { mail?: boolean; app?: boolean }): Promise<void> => {
    const before = client.getQueryData<NotificationKind[]>(key);
    client.setQueryData<NotificationKind[]>(key, (kinds) =>
      kinds?.map((kind) => (kind.event === event ? { ...kind, ...set } : kind)),
    );
    try {
      await call('POST /api/users/edit_notifications', { body: { settings: { [event]: set } } });
    } catch (error) {
      client.setQueryData(key, before);
      throw error;
    }
  };
  return { query, change };
}
