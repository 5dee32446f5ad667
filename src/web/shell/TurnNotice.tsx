import { IconDeviceMobileRotated } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import { useTurnNotice } from './orientation.ts';
import styles from './Shell.module.css';

/** Pages whose pictures want the width of a turned phone. */
const WIDE = new Set(['planning', 'workload', 'clients_bookings', 'support']);

/** Asks to turn a small touch screen that is held upright; put away, it stays away until the page is loaded again. */
export function TurnNotice() {
  const { t } = useTranslation();
  const page = useSession((state) => state.currentPage);
  const asks = useTurnNotice();
  const [away, setAway] = useState(false);
  if (away || !asks || !WIDE.has(page)) return null;
  return (
    <div className={styles.turn} role="status">
      <IconDeviceMobileRotated size={20} aria-hidden="true" />
      <span>{t('web.turn_device')}</span>
      <Button level="subtle" size="sm" onClick={() => setAway(true)}>
        {t('web.got_it')}
      </Button>
    </div>
  );
}
