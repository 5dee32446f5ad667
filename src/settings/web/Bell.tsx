import { IconBell } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instant } from '../../web/format.ts';
import { Button, IconButton, Link, Loaded, Popover, Waiting, notify, useReason } from '../../web/ui/index.ts';
import styles from './Bell.module.css';
import { type Notification, useMarkRead, useNotifications, useUnread } from './notifications-data.ts';

const STEP = 20;
const MOST = 200;
/** More than this is not counted out. */
const COUNTED = 99;

/** What one was told: how much of it waits to be read, and the list. */
export default function Bell() {
  const { t } = useTranslation();
  const unread = useUnread();
  const [opened, setOpened] = useState(false);
  const name = unread > 0 ? t('settings.bell_unread', { count: unread }) : t('settings.bell');
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={400} trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          label={name}
          icon={
            <span className={styles.bell}>
              <IconBell size={20} aria-hidden="true" />
              {unread > 0 && (
                <span className={styles.count} aria-hidden="true">
                  {unread > COUNTED ? `${COUNTED}+` : unread}
                </span>
              )}
            </span>
          }
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown className={styles.box} aria-label={t('settings.bell')}>
        {opened && <List unread={unread} onClose={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function List({ unread, onClose }: { unread: number; onClose: () => void }) {
  const { t } = useTranslation();
  const reason = useReason();
  const navigate = useNavigate();
  const [count, setCount] = useState(STEP);
  const query = useNotifications(count);
  const markRead = useMarkRead();
  const mark = (ids: readonly string[] | 'all'): void =>
    void markRead(ids).catch((error: unknown) => notify.error(reason(error)));
  const open = ({ id, link, read_at }: Notification): void => {
    if (read_at === null) mark([id]);
    if (!link) return;
    onClose();
    void navigate({ href: link } as never);
  };
  return (
    <>
      <div className={styles.head}>
        <h2>{t('settings.bell')}</h2>
        {unread > 0 && (
          <Button size="sm" level="subtle" onClick={() => mark('all')}>
            {t('settings.bell_all_read')}
          </Button>
        )}
      </div>
      <Loaded query={query} skeleton={<Waiting rows={3} />}>
        {({ rows, pagination }) => (
          <>
            {rows.length === 0 && <p className={styles.none}>{t('settings.bell_none')}</p>}
            <ul className={styles.list}>
              {rows.map((row) => (
                <li key={row.id} data-unread={row.read_at === null || undefined}>
                  <button type="button" onClick={() => open(row)}>
                    <span className={styles.title}>
                      {row.read_at === null && <span className={styles.hidden}>{`${t('settings.bell_new')}: `}</span>}
                      {row.title}
                    </span>
                    {row.lines.map((line) => (
                      <span key={line}>{line}</span>
                    ))}
                    <span className={styles.time}>{instant(row.created_at)}</span>
                  </button>
                </li>
              ))}
            </ul>
            {pagination.has_next && count < MOST && (
              <Button size="sm" wide onClick={() => setCount(Math.min(count + STEP, MOST))}>
                {t('settings.bell_older')}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <Link to="/profile" hash="notifications" className={styles.choose} onClick={onClose}>
        {t('settings.bell_choose')}
      </Link>
    </>
  );
}
