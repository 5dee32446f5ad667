import { useTranslation } from 'react-i18next';
import { Kbd, Modal } from '../../web/ui/index.ts';
import styles from './Timesheet.module.css';

/** Keys of the sheet: what is pressed, and the text key of what it does. Keys with a `+` between are pressed together. */
const KEYS: readonly [keys: readonly string[], text: string][] = [
  [['8*5'], 'keys_days'],
  [['4+3.5', '9-12', '7:30'], 'keys_hours'],
  [['+1', '-0.5'], 'keys_on_top'],
  [['+', '−'], 'keys_half_hour'],
  [['Enter', 'Tab'], 'keys_commit'],
  [['Esc'], 'keys_escape'],
  [['F2'], 'keys_edit'],
  [['Delete'], 'keys_delete'],
  [['Shift ←→↑↓'], 'keys_range'],
  [['Ctrl Enter'], 'keys_fill'],
  [['Ctrl C', 'Ctrl X', 'Ctrl V'], 'keys_clipboard'],
  [['Ctrl Z', 'Ctrl Shift Z'], 'keys_undo'],
  [['Ctrl ↓'], 'keys_above'],
  [['Space'], 'keys_note'],
  [['P'], 'keys_accept'],
  [['Shift P'], 'keys_plan'],
  [['Shift C'], 'keys_copy'],
  [['Shift T'], 'keys_templates'],
  [['Page Up', 'Page Down'], 'keys_week'],
  [['Insert'], 'keys_row'],
  [['X', 'Shift X'], 'keys_choose'],
  [['Alt ↑', 'Alt ↓'], 'keys_move'],
  [['Shift F10'], 'keys_menu'],
];

/** Every key of the sheet in one list. */
export function KeysHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal open={open} onClose={onClose} title={t('time.keys')} size="wide">
      <table className={styles.keys}>
        <thead>
          <tr>
            <th scope="col">{t('time.keys_press')}</th>
            <th scope="col">{t('time.keys_does')}</th>
          </tr>
        </thead>
        <tbody>
          {KEYS.map(([keys, text]) => (
            <tr key={text}>
              <td>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </td>
              <td>{t(`time.${text}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}
