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
                <th scope="row">{kind.name}</th>
                {CHANNELS.map((channel) => (
                  <td key={channel}>
                    {channel === 'mail' && kind.mail_fixed ? (
                      <span className={styles.fixed}>{t('settings.always')}</span>
                    ) : (
                      <Switch
                        aria-label={`${kind.name}: ${t(`settings.by_${channel}`)}`}
                        checked={kind[channel]}
                        onChange={(event) =>
                          void change(kind.event, { [channel]: event.currentTarget.checked }).catch((error: unknown) =>
                            notify.error(reason(error)),
                          )
                        }
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
