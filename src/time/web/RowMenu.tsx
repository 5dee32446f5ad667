import {
  IconArrowDown,
  IconArrowUp,
  IconBriefcase,
  IconDotsVertical,
  IconEraser,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenProject } from '../../clients/web/public.tsx';
import { IconButton, Menu } from '../../web/ui/index.ts';
import type { SheetRowProps } from './SheetRow.tsx';
import styles from './Timesheet.module.css';

/** The menu hangs in the grid's tree: its keys and presses are not the grid's. */
const stop = (event: SyntheticEvent): void => event.stopPropagation();

/** What can be done with a whole row. */
export function RowMenu(props: SheetRowProps & { name: string }) {
  const { model, line, grid, row, onMenu, labelOf } = props;
  const { t } = useTranslation();
  const openProject = useOpenProject();
  const { project_id } = line;
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It may have been opened by a key in the grid, where the focus still is.
    const frame = requestAnimationFrame(() =>
      menu.current?.querySelector<HTMLElement>('[role="menuitem"]:not([disabled])')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  const values = [...model.cells.row(line.key)];
  const hasTime = values.some(([, cell]) => cell.seconds > 0);
  const lockedTime = values.some(([col, cell]) => cell.seconds > 0 && props.days[Number(col)]?.locked);
  const clear = (): void => {
    const edits = values.flatMap(([col, cell]) =>
      cell.seconds > 0 && !props.days[Number(col)]?.locked ? [{ line: line.key, day: Number(col), seconds: 0, comment: '' }] : [],
    );
    model.apply(edits, labelOf(edits));
  };
  const close = (): void => {
    onMenu(undefined);
    grid.go({ row: Math.min(row, model.state.get().shown.length - 1), col: grid.state().active.col });
  };
  return (
    <span
      className={styles.rowMenu}
      data-open
      onKeyDown={stop}
      onPointerDown={stop}
      onPointerOver={stop}
      onDoubleClick={stop}
      onCopy={stop}
      onPaste={stop}
    >
      <Menu opened onClose={close} position="bottom-start" transitionProps={{ duration: 0 }} trapFocus returnFocus={false}>
        <Menu.Target>
          <IconButton size="sm" label={props.name} icon={<IconDotsVertical size={16} aria-hidden="true" />} />
        </Menu.Target>
        <Menu.Dropdown ref={menu}>
          <Menu.Item leftSection={<IconArrowUp size={16} />} disabled={props.first} onClick={() => props.onMove(row, -1)}>
            {t('time.move_up')}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowDown size={16} />} disabled={props.last} onClick={() => props.onMove(row, 1)}>
            {t('time.move_down')}
          </Menu.Item>
          <Menu.Item
            leftSection={props.pinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
            onClick={() => props.onPin(line.key, !props.pinned)}
          >
            {props.pinned ? t('time.unpin') : t('time.pin')}
          </Menu.Item>
          {project_id && (
            <Menu.Item leftSection={<IconBriefcase size={16} />} onClick={() => openProject(project_id)}>
              {t('time.see_project')}
            </Menu.Item>
          )}
          <Menu.Divider />
          {hasTime ? (
            <Menu.Item leftSection={<IconEraser size={16} />} onClick={clear}>
              {lockedTime ? t('time.clear_open_days') : t('time.clear_row')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => model.removeLine(line.key)}>
              {t('time.remove_row')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
