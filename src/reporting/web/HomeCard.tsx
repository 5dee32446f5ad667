import { type ReactNode, useId } from 'react';
import type { Card } from './home-cards.ts';
import styles from './Home.module.css';

interface HomeCardProps {
  /** Its place in the grid of the page. */
  area: Card | 'start';
  title: string;
  /** At the right end of the heading: a stepper, a link to the screen behind the card. */
  more?: ReactNode;
  children: ReactNode;
}

/** One card of Home. */
export function HomeCard({ area, title, more, children }: HomeCardProps) {
  const id = useId();
  return (
    <section className={styles.card} data-area={area} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {more}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
