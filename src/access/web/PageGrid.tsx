import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './RoleAccess.module.css';
import { type Cell, PAGE_GROUPS, isFixed, nextCell } from './role-draft.ts';

/** One column: a flag of a role. */
export interface GridColumn {
  /** Tells columns apart. */
  id: string;
  name: string;
  /** What it means, where the name does not say it all. */
  about?: string;
  flag: string;
  isOn: (page: string) => boolean;
  /** Differs from what is stored. */
  isChanged: (page: string) => boolean;
  onTurn: (page: string) => void;
}

/** Every page by some flags. One tab stop; arrows move, Space turns; the heads stay in view. */
export function PageGrid({ label, columns }: { label: string; columns: readonly GridColumn[] }) {
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const [wanted, setActive] = useState<Cell>({ page: 'home', column: 0 });
  // A column may have gone since.
  const active = { ...wanted, column: Math.min(wanted.column, columns.length - 1) };

  const keys = (event: KeyboardEvent): void => {
    const next = event.ctrlKey || event.altKey || event.metaKey ? undefined : nextCell(event.key, active, columns.length);
    if (!next) return;
    event.preventDefault();
    setActive(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.page} ${next.column}"]`)?.focus();
  };

  return (
    <div className={styles.frame}>
      <table ref={table} role="grid" id="grid" aria-label={label} className={styles.matrix} onKeyDown={keys}>
        <thead>
          <tr>
            <th scope="col">{t('settings.page')}</th>
            {columns.map(({ id, name, about }) => (
              <th key={id} scope="col" title={about}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {PAGE_GROUPS.map(({ group, pages }) => (
          <tbody key={group}>
            <tr>
              <th colSpan={columns.length + 1} scope="colgroup" className={styles.group}>
                {t(group)}
              </th>
            </tr>
            {pages.map((page) => (
              <tr key={page}>
                <th scope="row">{t(`web.page_${page}`)}</th>
                {columns.map((each, column) => (
                  <GridBox
                    key={each.id}
                    page={page}
                    place={column}
                    column={each}
                    isActive={active.page === page && active.column === column}
                    onFocus={() => setActive({ page, column })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface GridBoxProps {
  page: string;
  place: number;
  column: GridColumn;
  isActive: boolean;
  onFocus: () => void;
}

function GridBox({ page, place, column, isActive, onFocus }: GridBoxProps) {
  const { t } = useTranslation();
  const fixed = isFixed(page, column.flag);
  return (
    <td role="gridcell" data-changed={column.isChanged(page) || undefined}>
      <input
        type="checkbox"
        data-cell={`${page} ${place}`}
        tabIndex={isActive ? 0 : -1}
        checked={column.isOn(page)}
        aria-disabled={fixed || undefined}
        aria-label={`${t(`web.page_${page}`)}: ${column.name}`}
        title={fixed ? t('settings.home_always') : undefined}
        onFocus={onFocus}
        onChange={() => !fixed && column.onTurn(page)}
      />
    </td>
  );
}
