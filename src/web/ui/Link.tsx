import { Link as RouterLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { type Look, buttonLook } from './Button.tsx';

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: string;
  search?: Readonly<Record<string, string>>;
  params?: Readonly<Record<string, string>>;
  /** Id of the part of the page to go to. */
  hash?: string;
}

/** A link within the product. */
export function Link({ to, search, params, ...rest }: LinkProps) {
  return <RouterLink to={to as never} search={(search ?? {}) as never} params={(params ?? {}) as never} {...rest} />;
}

export interface LinkButtonProps extends LinkProps, Look {
  icon?: ReactNode;
}

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function LinkButton({ level, size, wide, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...buttonLook({ level, size, wide }, className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}
