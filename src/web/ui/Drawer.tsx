import { Drawer as MantineDrawer } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';
import styles from './Drawer.module.css';
import { isTyping } from './keys.ts';
import { useLayer } from './layers.ts';
import { useReach } from './reach.ts';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Buttons at the foot. */
  actions?: ReactNode;
  /** The next and the previous row, without closing: `j` and `k`. */
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
  /** Default 480 px; `wide` is 720. */
  size?: 'normal' | 'wide';
  children: ReactNode;
}

/** A panel at the right edge. Escape closes it and the focus goes back to where it came from. */
export function Drawer({ open, onClose, title, actions, onNext, onPrevious, size = 'normal', children }: DrawerProps) {
  const { t } = useTranslation();
  const layer = useLayer(open, onClose);
  const reach = useReach<HTMLDivElement>();
  const keys = (event: KeyboardEvent): void => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'j') onNext?.();
    if (event.key === 'k') onPrevious?.();
  };
  return (
    <MantineDrawer.Root
      {...layer}
      opened={open}
      onClose={onClose}
      position="right"
      size={size === 'wide' ? 720 : 480}
      classNames={{ content: styles.content, body: styles.body }}
    >
      <MantineDrawer.Overlay backgroundOpacity={0.25} />
      {/* Its `onKeyDown` is dropped on the way to the element. */}
      <MantineDrawer.Content onKeyDownCapture={keys}>
        <MantineDrawer.Header>
          <MantineDrawer.Title className={styles.title}>{title}</MantineDrawer.Title>
          {onPrevious && (
            <IconButton size="sm" label={t('web.previous_row')} icon={<IconChevronUp size={18} />} onClick={onPrevious} />
          )}
          {onNext && <IconButton size="sm" label={t('web.next_row')} icon={<IconChevronDown size={18} />} onClick={onNext} />}
          <MantineDrawer.CloseButton />
        </MantineDrawer.Header>
        <MantineDrawer.Body>
          <div ref={reach} className={styles.main}>
            {children}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </MantineDrawer.Body>
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  );
}
