import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import styles from './Button.module.css';

export type Level = 'primary' | 'default' | 'subtle' | 'danger';
export type Size = 'sm' | 'md' | 'lg';

export interface Look {
  level?: Level;
  size?: Size;
  /** As wide as its container. */
  wide?: boolean;
}

export interface ButtonProps extends ComponentPropsWithRef<'button'>, Look {
  icon?: ReactNode;
  /** Work is under way: a press does nothing, focus and width stay. */
  busy?: boolean;
}

/** Attributes of a button's look, for anything that should look like one. */
export const buttonLook = ({ level = 'default', size = 'md', wide }: Look, extra?: string) => ({
  className: [styles.button, extra].filter(Boolean).join(' '),
  'data-level': level,
  'data-size': size,
  'data-wide': wide || undefined,
});

export function Button({ level, size, wide, icon, busy, children, onClick, className, type = 'button', ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      {...buttonLook({ level, size, wide }, className)}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      {...rest}
    >
      {busy ? <span className={styles.working} aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'>, Look {
  /** Its name: an icon alone says nothing. */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, level = 'subtle', size, wide, className, type = 'button', ...rest }: IconButtonProps) {
  const extra = [styles.icon, className].filter(Boolean).join(' ');
  return (
    <button type={type} {...buttonLook({ level, size, wide }, extra)} aria-label={label} title={label} {...rest}>
      {icon}
    </button>
  );
}
