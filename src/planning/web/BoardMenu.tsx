import { IconCopy, IconCut, IconPencil, IconSwitchHorizontal, IconTrash, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { Menu } from '../../web/ui/index.ts';
import type { Acts } from './board-acts.ts';
import type { Booking } from './board-data.ts';
import styles from './Board.module.css';
import { levelName } from './row-text.ts';

export interface MenuAt {
  booking: Booking;
  x: number;
  y: number;
  /** Where a cut would fall. */
  day: Day | undefined;
}

/** Everything that can be done with a bar, by name and with its key. */
export function BoardMenu({
  at,
  acts,
  onOpen,
  onHand,
  onClose,
}: {
  at: MenuAt | undefined;
  acts: Acts;
  onOpen: (id: string) => void;
  onHand: (booking: Booking) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  if (!at) return null;
  const { booking, day } = at;
  const other = booking.level === 'hard' ? 'soft' : 'hard';
  const inside = day !== undefined && day > booking.first_day && day <= booking.last_day;
  return (
    <Menu
      opened
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      transitionProps={{ duration: 0 }}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
      returnFocus
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('planning.booking')}
          className={styles.menuAt}
          style={{ left: at.x, top: at.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} rightSection="Enter" onClick={() => onOpen(booking.id)}>
          {t('planning.open')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCut size={16} />}
          rightSection="S"
          disabled={!inside}
          onClick={() => acts.split(booking, day)}
        >
          {t('planning.split')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} />} rightSection="D" onClick={() => acts.duplicate(booking)}>
          {t('planning.duplicate')}
        </Menu.Item>
        <Menu.Item leftSection={<IconUser size={16} />} rightSection="R" onClick={() => onHand(booking)}>
          {t('planning.hand_to')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSwitchHorizontal size={16} />} rightSection="H" onClick={() => acts.toggleLevel(booking)}>
          {t('planning.make_level', { level: levelName(other) })}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={16} />} rightSection="Del" onClick={() => acts.remove(booking)}>
          {t('planning.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
