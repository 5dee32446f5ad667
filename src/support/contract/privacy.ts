import Type from 'typebox';
import { DayText, Id, nullable, paging, strict } from '../../kit/shapes.ts';

const Months = Type.Integer({ minimum: 0, maximum: 600 });
const Country = Type.String({ pattern: '^[A-Z]{2}$' });
/** Of the administrators, on the page of the settings. */
const ofSettings = { access: 'administrator', pages: ['settings'] } as const;
const editsSettings = { ...ofSettings, flag: 'can_edit' } as const;

const Leaver = Type.Object({
  user_id: Id,
  name: Type.String(),
  country: Type.String(),
  /** Last day of work; null while there is none. */
  last_day: nullable(DayText),
  /** From when on they may be erased; null while no last day is known. */
  due_on: nullable(DayText),
  /** Months between the two. */
  months: Type.Integer(),
  is_active: Type.Boolean(),
  /** Since when their data may be kept and not used; null: they may. */
  restricted_at: nullable(Type.String()),
  restricted_reason: Type.String(),
  state: Type.Unsafe<'here' | 'kept' | 'due' | 'erased'>({ type: 'string', enum: ['here', 'kept', 'due', 'erased'] }),
});

const Privacy = Type.Object({
  erases_leavers: Type.Boolean(),
  /** Null: pictures of closed tickets stay. */
  picture_months: nullable(Type.Integer()),
  /** Null: the audit never forgets what was before and after. */
  audit_months: nullable(Type.Integer()),
  /** Countries of the firm and of its people, with how long records are kept there and what is usual. */
  countries: Type.Array(Type.Object({ code: Country, months: Type.Integer(), usual: Type.Integer() })),
  notice: Type.String(),
  /** 0: none was published. */
  edition: Type.Integer(),
  published_at: nullable(Type.String()),
  /** How many of the people who can sign in have read the edition, and how many there are. */
  read_by: Type.Integer(),
  people: Type.Integer(),
  /** Leavers of whom nothing has to be kept any more. */
  due: Type.Integer(),
  version: Type.Integer({ minimum: 0 }),
});

const Notice = Type.Object({
  text: Type.String(),
  edition: Type.Integer(),
  published_at: nullable(Type.String()),
  /** Whether one said that one has read this edition. */
  is_read: Type.Boolean(),
});

const OfPerson = Type.Object({ id: Id });

/** How long what a firm knows of people is kept, whom it forgets, and what it tells them. */
export const privacyContract = {
  'GET /api/privacy': {
    summary: 'How long what the firm knows of people is kept, and what they are told of it.',
    ...ofSettings,
    reply: Privacy,
  },
  'PUT /api/privacy': {
    summary:
      'Change how long things are kept, or the notice: another text is the next edition, which everybody is asked to read.',
    ...editsSettings,
    body: strict({
      erases_leavers: Type.Optional(Type.Boolean()),
      picture_months: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 600 }))),
      audit_months: Type.Optional(nullable(Type.Integer({ minimum: 12, maximum: 600 }))),
      countries: Type.Optional(Type.Array(strict({ code: Country, months: Months }), { maxItems: 300 })),
      notice: Type.Optional(Type.String({ maxLength: 20_000 })),
      version: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    reply: Privacy,
  },
  'GET /api/privacy/leavers': {
    summary: 'Who left, until when their records are kept, and who was erased: whom the next night erases stands as due.',
    ...ofSettings,
    query: strict({
      ...paging,
      state: Type.Optional(Type.Unsafe<'kept' | 'due' | 'erased'>({ type: 'string', enum: ['kept', 'due', 'erased'] })),
    }),
    list: true,
    reply: Leaver,
  },
  'GET /api/privacy/leavers/:id': {
    summary: 'Until when the records of a person are kept.',
    access: 'administrator',
    params: OfPerson,
    reply: Leaver,
  },
  'POST /api/privacy/leavers/:id/erase': {
    summary:
      'Erase a person whose records need not be kept any more: a number stands for them, every sum stays. It cannot be undone.',
    access: 'administrator',
    pages: ['users'],
    flag: 'can_edit',
    params: OfPerson,
    reply: Leaver,
  },
  'PUT /api/privacy/people/:id/restriction': {
    summary:
      'Say why the data of a person may be kept and not used: no report counts them, nobody finds them to book them. Null lifts it.',
    access: 'administrator',
    pages: ['users'],
    flag: 'can_edit',
    params: OfPerson,
    body: strict({ reason: nullable(Type.String({ minLength: 1, maxLength: 2000 })) }),
    reply: Leaver,
  },
  'GET /api/privacy/notice': {
    summary: 'What the firm tells its people of their data, and whether one has read it.',
    access: 'signed_in',
    reply: Notice,
  },
  'POST /api/privacy/notice/read': {
    summary: 'Say that one has read an edition of the notice.',
    access: 'signed_in',
    body: strict({ edition: Type.Integer({ minimum: 1 }) }),
    reply: Notice,
  },
} as const;
