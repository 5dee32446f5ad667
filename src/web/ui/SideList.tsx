import type { ReactNode } from 'react';
import { Link } from './Link.tsx';
import styles from './SideList.module.css';

export interface SideEntry {
  id: string;
  name: string;
  /** A few words more, quieter. */
  about?: string | undefined;
  /** Where it leads on the page of the list. */
  search: Readonly<Record<string, string>>;
}

export interface SideListProps {
  label: string;
  /** The page that all entries are places of. */
  to: string;
  entries: readonly SideEntry[];
  /** Id of the entry that is open. */
  current: string | undefined;
  /** Stands over the list: a box to search in it. */
  above?: ReactNode;
  /** Stands for an empty list. */
  none?: ReactNode;
  onChosen?: () => void;
}

/** Places of a page, one under the other; on a narrow screen side by side. */
export function SideList({ label, to, entries, current, above, none, onChosen }: SideListProps) {
  return (
    <div className={styles.side}>
      {above}
      <nav className={styles.list} aria-label={label}>
        {entries.map(({ id, name, about, search }) => (
          <Link
            key={id}
            to={to}
            search={search}
            className={styles.entry}
            aria-current={id === current ? 'page' : undefined}
            onClick={onChosen}
          >
            <span>{name}</span>
            {about && <span className={styles.about}>{about}</span>}
          </Link>
        ))}
        {entries.length === 0 && none}
      </nav>
    </div>
  );
}

/** A list of places with what one of them holds beside it; alone it takes the whole width. */
export const BesideList = ({ list, children }: { list: ReactNode; children: ReactNode }) => (
  <div className={styles.page}>
    {list}
    <div className={styles.section}>{children}</div>
  </div>
);
