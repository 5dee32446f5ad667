import Type, { type Static } from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { DayText, GradeName, Id, nullable, strict } from '../../kit/shapes.ts';
import { Instant } from './shapes.ts';

const period = { from: Type.Optional(DayText), to: Type.Optional(DayText) };

const TeamOut = Type.Object({
  number: Type.Integer(),
  project: nullable(Type.Object({ id: Id, name: Type.String() })),
  /** Phases have no days: the period over which they are spread, the project's unless another one is asked for. */
  needs_period: Type.Boolean(),
  from: nullable(DayText),
  to: nullable(DayText),
  /** Who is asked for, by lines of the pricing. */
  places: Type.Array(
    Type.Object({
      role: Type.String(),
      grade: GradeName,
      /** Named in the pricing: booked. Nobody: a demand. */
      user: nullable(Type.String()),
      first_day: DayText,
      last_day: DayText,
      minutes_per_day: Type.Integer(),
      people: Type.Integer(),
    }),
  ),
  /** That it was done, by whom, and how many demands and bookings it made. */
  asked: nullable(Type.Object({ user: Type.String(), at: Instant, demands: Type.Integer(), bookings: Type.Integer() })),
});
export type PricingTeam = Static<typeof TeamOut>;

/** How an agreed pricing asks for the people who do the work. */
export const teamContract = contract({
  'GET /api/pricings/:id/team': {
    summary: 'Whom the agreed version of a pricing would ask for and book on its project, and whether that was done.',
    access: 'pricing.pricings',
    pages: ['pricing'],
    params: strict({ id: Id }),
    query: strict(period),
    reply: TeamOut,
  },
  'POST /api/pricings/:id/team': {
    summary: 'Make demands of the agreed version of a pricing, and tentative bookings of whom it names, once.',
    access: 'pricing.edit',
    pages: ['pricing'],
    flag: 'can_edit',
    params: strict({ id: Id }),
    body: strict({
      /** The version of the pricing that was looked at. */
      number: Type.Integer({ minimum: 1, maximum: 100_000 }),
      ...period,
    }),
    reply: TeamOut,
  },
  'POST /api/pricings/:id/team/undo': {
    summary: 'Take the demands and bookings of a pricing back, unless somebody is booked on one of them or changed one since.',
    access: 'pricing.edit',
    pages: ['pricing'],
    flag: 'can_edit',
    params: strict({ id: Id }),
    reply: TeamOut,
  },
});
