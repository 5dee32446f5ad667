import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '../session.ts';
import { announce, takeArrival } from './arrival.ts';
import layout from './layout.module.css';

export interface PageTitleProps {
  title: string;
  /** What the view is narrowed to, for the title of the document: `Week 47`. */
  summary?: string | undefined;
  /** Buttons at the right end. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** The one h1 of a screen. Takes the focus when one arrives from another screen, and names the document. */
export function PageTitle({ title, summary, actions, children }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const product = useSession((state) => state.firm?.product);

  useEffect(() => {
    document.title = [title, summary, product ?? 'Cadre'].filter(Boolean).join(' – ');
  }, [title, summary, product]);

  useEffect(() => {
    if (!takeArrival()) return;
    // Inside a layer that is still open the focus stays; the change is spoken instead.
    if (document.querySelector('[role="dialog"]')) announce(title);
    else heading.current?.focus({ preventScroll: true });
  }, [title]);

  return (
    <div className={layout.title}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
      {actions && <div className={layout.actions}>{actions}</div>}
    </div>
  );
}
