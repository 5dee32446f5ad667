/** The cards of Home, as they stand unless somebody arranges them. */
export const CARDS = ['week', 'todo', 'utilization', 'bookings', 'leave', 'projects', 'team', 'shortcuts'] as const;
export type Card = (typeof CARDS)[number];

/** How a person has arranged them. */
export interface Arranged {
  order: readonly string[];
  hidden: readonly string[];
}

/** All cards in the person's order; one that came since stands at its usual place behind the one before it. */
export function orderedCards({ order }: Arranged): Card[] {
  const known = order.filter((id): id is Card => (CARDS as readonly string[]).includes(id));
  const cards = [...new Set(known)];
  CARDS.forEach((card, index) => {
    if (cards.includes(card)) return;
    const before = CARDS.slice(0, index).findLast((each) => cards.includes(each));
    cards.splice(before ? cards.indexOf(before) + 1 : 0, 0, card);
  });
  return cards;
}

/** The cards that are shown, in order. */
export const shownCards = (arranged: Arranged): Card[] =>
  orderedCards(arranged).filter((card) => !arranged.hidden.includes(card));

/** One card moved up (-1) or down (1); at the end it stays. */
export function movedCard(arranged: Arranged, card: Card, by: 1 | -1): Arranged {
  const order = orderedCards(arranged);
  const at = order.indexOf(card);
  const to = at + by;
  if (to < 0 || to >= order.length) return arranged;
  order.splice(at, 1);
  order.splice(to, 0, card);
  return { ...arranged, order };
}

/** One card hidden, or shown again. */
export const toggledCard = (arranged: Arranged, card: Card): Arranged => ({
  ...arranged,
  hidden: arranged.hidden.includes(card) ? arranged.hidden.filter((each) => each !== card) : [...arranged.hidden, card],
});
