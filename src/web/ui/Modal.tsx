import { Modal as MantineModal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLayer } from './layers.ts';

export interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Stands in the middle of the window. */
  centered?: boolean;
  /** Default 440 px; `wide` is 620, `sheet` 960. */
  size?: 'normal' | 'wide' | 'sheet';
  /** What closing means, where it is more than that. */
  closeLabel?: string;
  children: ReactNode;
}

const SIZES = { normal: 'md', wide: 'lg', sheet: 960 } as const;

/** A dialog over the page. Escape closes it and the focus goes back to where it came from. */
export function Modal({ open, onClose, title, centered, size, closeLabel, children }: ModalProps) {
  const layer = useLayer(open, onClose);
  return (
    <MantineModal
      {...layer}
      opened={open}
      onClose={onClose}
      title={title}
      centered={centered}
      size={SIZES[size ?? 'normal']}
      {...(closeLabel ? { closeButtonProps: { 'aria-label': closeLabel } } : {})}
    >
      {children}
    </MantineModal>
  );
}
