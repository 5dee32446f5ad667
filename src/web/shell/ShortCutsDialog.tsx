import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useUserSetting } from '../user-settings.ts';
import { useShortCuts, writtenKeys } from '../ui/keys.ts';
import { Modal } from '../ui/Modal.tsx';
import { shortCutsDialog } from './short-cuts.ts';
import styles from './ShortCutsDialog.module.css';

/** Every key that does something here, the page's own last; single keys can be switched off. */
export default function ShortCutsDialog() {
  const { t } = useTranslation();
  const { opened } = useSyncExternalStore(shortCutsDialog.subscribe, shortCutsDialog.get);
  const shortCuts = useShortCuts();
  const [single, setSingle] = useUserSetting<boolean>('single_keys', true);
  const close = (): void => shortCutsDialog.set({ opened: false });
  return (
    <Modal open={opened} onClose={close} title={t('web.short_cuts')}>
      <table className={styles.table}>
        <tbody>
          {shortCuts.map(({ keys, label }) => (
            <tr key={`${keys} ${label}`}>
              <th scope="row">
                {writtenKeys(keys).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{t(label)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label className={styles.switch}>
        <input type="checkbox" checked={single} onChange={(event) => setSingle(event.currentTarget.checked)} />
        {t('web.single_keys')}
      </label>
    </Modal>
  );
}
