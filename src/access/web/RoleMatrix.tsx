import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './RoleAccess.module.css';
import { type Accesses, FLAGS, PAGE_GROUPS, isFixed, nextCell, whole } from './role-draft.ts';

export interface RoleMatrixProps {
  role: string;
  /** As the server has them: what differs is marked. */
  stored: Accesses;
  accesses: Accesses;
  onTurn: (page: string, flag: string) => void;
}

/** Pages by flags of one role. One tab stop; arrows move, Space turns. */
export function RoleMatrix({ role, stored, accesses, onTurn }: RoleMatrixProps) {
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState({ page: 'home', flag: 'view_page' });
  const before = whole(stored);
  const now = whole(accesses);

  const keys = (event: KeyboardEvent): void => {
    const next = event.ctrlKey || event.altKey || event.metaKey ? undefined : nextCell(event.key, active.page, active.flag);
    if (!next) return;
    event.preventDefault();
    setActive(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.page} ${next.flag}"]`)?.focus();
  };

  return (
    <div className={styles.frame}>
      <table
        ref={table}
        role="grid"
        id="grid"
        aria-label={t('settings.roles_of', { role })}
        className={styles.matrix}
        onKeyDown={keys}
      >
        <thead>
          <tr>
            <th scope="col">{t('settings.page')}</th>
            {FLAGS.map((flag) => (
              <th key={flag} scope="col" title={t(`settings.flag_${flag}_text`)}>
                {t(`settings.flag_${flag}`)}
              </th>
            ))}
          </tr>
        </thead>
        {PAGE_GROUPS.map(({ group, pages }) => (
          <tbody key={group}>
            <tr>
              <th colSpan={FLAGS.length + 1} scope="colgroup" className={styles.group}>
                {t(group)}
              </th>
            </tr>
            {pages.map((page) => (
              <tr key={page}>
                <th scope="row">{t(`web.page_${page}`)}</th>
                {FLAGS.map((flag) => {
                  const on = now[page]?.[flag] === true;
                  const fixed = isFixed(page, flag);
                  const isActive = active.page === page && active.flag === flag;
                  return (
                    <td key={flag} role="gridcell" data-changed={on !== before[page]?.[flag] || undefined}>
                      <input
                        type="checkbox"
                        data-cell={`${page} ${flag}`}
                        tabIndex={isActive ? 0 : -1}
                        checked={on}
                        aria-disabled={fixed || undefined}
                        aria-label={`${t(`web.page_${page}`)}: ${t(`settings.flag_${flag}`)}`}
                        title={fixed ? t('settings.home_always') : undefined}
                        onFocus={() => setActive({ page, flag })}
                        onChange={() => !fixed && onTurn(page, flag)}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
