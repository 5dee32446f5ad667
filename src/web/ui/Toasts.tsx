import { IconAlertCircle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from './Button.tsx';
import { type Toast, dismiss, toasts } from './notify.ts';
import styles from './Toasts.module.css';

const icons = { info: IconInfoCircle, success: IconCheck, error: IconAlertCircle };

/** The place of all short messages; stands once, at the root. */
export function Toasts() {
  const { list } = useSyncExternalStore(toasts.subscribe, toasts.get);
  const { t } = useTranslation();
  return (
    <section className={styles.region} aria-label={t('web.messages')}>
      {list.map((toast) => (
        <Message key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function Message({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  const Icon = icons[toast.kind];

  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismiss(toast.id), toast.stay);
    return () => clearTimeout(timer);
  }, [held, toast]);

  const undo = (): void => {
    dismiss(toast.id);
    void toast.undo?.();
  };

  return (
    <div
      className={styles.toast}
      data-kind={toast.kind}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} className={styles.icon} aria-hidden="true" />
      <div className={styles.text} role={toast.kind === 'error' ? 'alert' : 'status'}>
        {toast.text}
      </div>
      {toast.undo && (
        <Button size="sm" level="default" onClick={undo}>
          {t('web.undo')}
        </Button>
      )}
      <IconButton size="sm" label={t('web.dismiss')} icon={<IconX size={16} />} onClick={() => dismiss(toast.id)} />
    </div>
  );
}
