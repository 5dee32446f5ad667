import Type, { type Static } from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { Id, nullable, paging, strict } from '../../kit/shapes.ts';
import { Instant } from './shapes.ts';

const page = { pages: ['pricing'] } as const;

const Message = Type.Object({
  id: Id,
  pricing_id: Id,
  user_id: Id,
  user: Type.String(),
  at: Instant,
  text: Type.String(),
  /** The line that it is about, in words; empty: the whole. */
  about: Type.String(),
  line_id: nullable(Id),
  /** Names of those who are called. */
  mentions: Type.Array(Type.String()),
  own: Type.Boolean(),
});
export type ChatMessage = Static<typeof Message>;

/** What people write to each other about pricings. */
export const chatContract = contract({
  'GET /api/pricing_chats/total_messages': {
    summary: 'How many messages one has not read, in all and by pricing; those with the latest first.',
    access: 'pricing_chats.total_messages',
    ...page,
    reply: Type.Object({
      total: Type.Integer(),
      pricings: Type.Array(Type.Object({ pricing_id: Id, name: Type.String(), unread: Type.Integer() })),
    }),
  },
  'GET /api/pricing_chats/messages': {
    summary: 'The messages of a pricing, one page, the latest first.',
    access: 'pricing_chats.messages',
    ...page,
    query: strict({ ...paging, pricing_id: Id }),
    list: true,
    reply: Message,
  },
  'POST /api/pricing_chats/messages': {
    summary: 'Write a message: text, about the whole or one line of it, to those whom one calls and all who take part.',
    access: 'pricing_chats.send',
    ...page,
    body: strict({
      id: Type.Optional(Id),
      pricing_id: Id,
      text: Type.String({ minLength: 1, maxLength: 4000 }),
      line_id: Type.Optional(nullable(Id)),
      mentions: Type.Optional(Type.Array(Id, { maxItems: 20 })),
    }),
    reply: Message,
  },
  'PUT /api/pricings/:id/read': {
    summary: 'Say that one has read the messages of a pricing, up to one of them.',
    access: 'pricing_chats.messages',
    ...page,
    params: strict({ id: Id }),
    body: strict({ message_id: Id }),
    reply: Type.Object({ unread: Type.Integer() }),
  },
});
