import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded, Switch, Waiting, notify, useReason } from '../../web/ui/index.ts';
import styles from './NotificationSwitches.module.css';
import { useNotificationKinds } from './notifications-data.ts';

const CHANNELS = ['mail', 'app'] as const;

/** Which notifications one gets, and by which way: a switch each, saved as it is turned. */
export default function NotificationSwitches() {
  const { t } = useTranslation();
  const reason = useReason();
  const { query, change } = useNotificationKinds();
  const [saved, setSaved] = useState('');
  const turn = async (event: string, set: { mail?: boolean; app?: boolean }): Promise<void> => {
    setSaved('');
    try {
      await change(event, set);
      setSaved(event);
    } catch (error) {
      notify.error(reason(error));
    }
  };
  return (
    <Loaded query={query} skeleton={<Waiting rows={3} />}>
      {(kinds) => (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('settings.notification')}</th>
              {CHANNELS.map((channel) => (
                <th key={channel} scope="col">
                  {t(`settings.by_${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <tr key={kind.event}>
                <th scope="row">
                  {kind.name}
                  <span className={styles.saved} role="status">
                    {saved === kind.event && t('settings.saved')}
                  </span>
                </th>
                {CHANNELS.map((channel) => (
                  <td key={channel}>
                    {channel === 'mail' && kind.mail_fixed ? (
                      <span className={styles.fixed}>{t('settings.always')}</span>
                    ) : (
                      <Switch
                        aria-label={`${kind.name}: ${t(`settings.by_${channel}`)}`}
                        checked={kind[channel]}
                        onChange={(event) => void turn(kind.event, { [channel]: event.currentTarget.checked })}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Loaded>
  );
}
