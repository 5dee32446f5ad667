import { expect, test } from 'vitest';
import { CARDS, movedCard, orderedCards, shownCards, toggledCard } from './home-cards.ts';

const usual = { order: [], hidden: [] };

test('cards stand as usual, move by one and stop at the ends', () => {
  expect(orderedCards(usual)).toEqual(CARDS);
  const moved = movedCard(usual, 'todo', -1);
  expect(orderedCards(moved).slice(0, 2)).toEqual(['todo', 'week']);
  expect(movedCard(moved, 'todo', -1)).toBe(moved);
});

test('a hidden card is not shown and keeps its place; one that nobody knows is left out', () => {
  const hidden = toggledCard({ order: ['leave', 'gone'], hidden: [] }, 'week');
  expect(shownCards(hidden)).not.toContain('week');
  expect(orderedCards(hidden)).toHaveLength(CARDS.length);
  expect(shownCards(toggledCard(hidden, 'week'))).toContain('week');
});

test('a card that came since stands behind the one it usually follows', () => {
  expect(orderedCards({ order: ['shortcuts', 'bookings', 'week', 'todo', 'utilization', 'leave', 'team'], hidden: [] })).toEqual([
    'shortcuts',
    'bookings',
    'week',
    'todo',
    'utilization',
    'leave',
    'projects',
    'team',
  ]);
});
