import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, Drawer, IconButton, announce } from '../../web/ui/index.ts';
import { type Arranged, type Card, movedCard, orderedCards, toggledCard } from './home-cards.ts';
import styles from './Home.module.css';

/** Cards are called as their headings are. */
const NAMES: Readonly<Record<Card, string>> = {
  week: 'my_week',
  todo: 'todo',
  utilization: 'my_utilization',
  bookings: 'my_bookings',
  projects: 'card_projects',
  team: 'card_team',
  leave: 'card_leave',
  shortcuts: 'shortcuts',
};

export interface ArrangeCardsProps {
  arranged: Arranged;
  onChange: (arranged: Arranged) => void;
  onClose: () => void;
}

/** Which cards stand on Home, and in which order: without dragging. */
export default function ArrangeCards({ arranged, onChange, onClose }: ArrangeCardsProps) {
  const { t } = useTranslation();
  const cards = orderedCards(arranged);
  const nameOf = (card: Card): string => t(`reporting.${NAMES[card]}`);
  const move = (card: Card, by: 1 | -1): void => {
    const next = movedCard(arranged, card, by);
    onChange(next);
    announce(t('reporting.card_moved', { card: nameOf(card), place: orderedCards(next).indexOf(card) + 1 }));
  };
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('reporting.arrange')}
      actions={
        <>
          <Button onClick={() => onChange({ order: [], hidden: [] })}>{t('reporting.arrange_usual')}</Button>
          <Button level="primary" onClick={onClose}>
            {t('reporting.arrange_done')}
          </Button>
        </>
      }
    >
      <ol className={styles.arranged}>
        {cards.map((card, index) => (
          <li key={card}>
            <label>
              <input
                type="checkbox"
                checked={!arranged.hidden.includes(card)}
                onChange={() => onChange(toggledCard(arranged, card))}
              />
              {nameOf(card)}
            </label>
            <IconButton
              size="sm"
              label={t('reporting.card_up', { card: nameOf(card) })}
              icon={<IconArrowUp size={16} />}
              disabled={index === 0}
              onClick={() => move(card, -1)}
            />
            <IconButton
              size="sm"
              label={t('reporting.card_down', { card: nameOf(card) })}
              icon={<IconArrowDown size={16} />}
              disabled={index === cards.length - 1}
              onClick={() => move(card, 1)}
            />
          </li>
        ))}
      </ol>
    </Drawer>
  );
}
