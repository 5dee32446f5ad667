import Type, { type Static } from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { CountryCode, DayText, GradeName, Id, Name, Version, nullable, paging, strict, tableShapes } from '../../kit/shapes.ts';
import { POLICY_COLUMNS, type PolicyColumn } from '../rules.ts';
import { oneOf, Minutes, LayerName, Done, ofCountries, Year } from './shapes.ts';

const PolicyDays = Type.Number({ minimum: 0, maximum: 366 });
const policyFields = {
  grade: Type.Optional(nullable(GradeName)),
  seniority_years: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
  manner: Type.Optional(oneOf('granted', 'accrued')),
  pro_rata: Type.Optional(oneOf('days', 'months', 'none')),
  rounding: Type.Optional(oneOf('none', 'half_day', 'day')),
  carry_days: Type.Optional(nullable(PolicyDays)),
  carry_months: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 12 }))),
  negative_days: Type.Optional(PolicyDays),
};

const NewPolicy = strict({
  id: Type.Optional(Id),
  country: CountryCode,
  type_id: Id,
  layer: LayerName,
  days: PolicyDays,
  valid_from: DayText,
  ...policyFields,
});

const PolicyChange = strict({
  id: Id,
  version: Type.Optional(Version),
  valid_from: Type.Optional(DayText),
  valid_to: Type.Optional(nullable(DayText)),
  days: Type.Optional(PolicyDays),
  ...policyFields,
});

const Policy = Type.Object({
  id: Id,
  country: CountryCode,
  type_id: Id,
  type: Type.String(),
  /** Layers add up. */
  layer: LayerName,
  /** Null: every grade that has no rule of its own. */
  grade: nullable(GradeName),
  /** From so many full years of service. */
  seniority_years: Type.Integer(),
  /** A year, of a full-timer. */
  days: Type.Number(),
  manner: oneOf('granted', 'accrued'),
  pro_rata: oneOf('days', 'months', 'none'),
  rounding: oneOf('none', 'half_day', 'day'),
  /** Null: everything unused passes into the next year. */
  carry_days: nullable(Type.Number()),
  /** Months of the new year in which it may be used; null: no end. */
  carry_months: nullable(Type.Integer()),
  /** How far below zero a request may bring the balance; 0: it is refused. */
  negative_days: Type.Number(),
  valid_from: DayText,
  /** The last day, included; null: no end. */
  valid_to: nullable(DayText),
  version: Version,
});
export type LeavePolicy = Static<typeof Policy>;
const table = tableShapes<PolicyColumn>(POLICY_COLUMNS, 5000);
const format = Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' }));

const Country = Type.Object({
  code: CountryCode,
  name: Type.String(),
  /** The firm's default country, which is not changed here. */
  is_default: Type.Boolean(),
  /** Its rules of paid leave hold where a country has none of its own. */
  is_pto_default: Type.Boolean(),
  people: Type.Integer(),
  policies: Type.Integer(),
  /** Nationwide ones of this year. */
  holidays: Type.Integer(),
  /** Month in which the leave year begins, 1 to 12. */
  year_month: Type.Integer(),
  /** Full-time minutes a day, Monday first, and the day from which they hold; null: since ever. */
  week: Minutes,
  week_from: nullable(DayText),
  regions: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
});
export type LeaveCountry = Static<typeof Country>;
const Holiday = Type.Object({
  id: Id,
  country: CountryCode,
  region: nullable(Type.String()),
  day: DayText,
  name: Type.String(),
  half: Type.Boolean(),
  /** `firm`: added or changed by hand. */
  origin: oneOf('library', 'firm'),
  /** Regions of the country in which it is none. */
  not_in: Type.Array(Type.String()),
  version: Version,
});
export type PublicHoliday = Static<typeof Holiday>;
const Region = nullable(Type.String({ maxLength: 20 }));

/** Paid time off by country: rules, working weeks and public holidays. */
export const ptoContract = contract({
  'GET /api/pto/countries': {
    summary: 'The countries of the firm with what leave knows of each.',
    access: 'pto.countries',
    pages: ['countries_settings'],
    list: true,
    reply: Country,
  },
  'GET /api/leave_policies': {
    summary: 'Paid-time-off rules that hold or will hold, one page; with `all` those of the past, too.',
    access: 'pto.countries',
    pages: ['countries_settings'],
    query: strict({
      ...paging,
      country: Type.Optional(CountryCode),
      type_id: Type.Optional(Id),
      all: Type.Optional(Type.Boolean()),
    }),
    list: true,
    reply: Policy,
  },
  'POST /api/pto/create': {
    summary: 'Add a rule; a country that the firm did not have is added with its public holidays.',
    access: 'pto.create',
    ...ofCountries,
    body: NewPolicy,
    reply: Policy,
  },
  'POST /api/pto/create_many': {
    summary: 'Add several rules, all or none.',
    access: 'pto.create_many',
    ...ofCountries,
    body: strict({ policies: Type.Array(NewPolicy, { minItems: 1, maxItems: 500 }) }),
    reply: Type.Array(Policy),
  },
  'POST /api/pto/update': {
    summary: 'Change a rule from a day on; what held until then stays. One by which nobody has leave yet is changed in place.',
    access: 'pto.update',
    ...ofCountries,
    body: PolicyChange,
    reply: Policy,
  },
  'POST /api/pto/preview': {
    summary: 'Who gains and who loses by a new rule or a change of one at the end of the leave year, before it is saved.',
    access: 'pto.update',
    ...ofCountries,
    read: true,
    body: strict({ policy: Type.Optional(NewPolicy), change: Type.Optional(PolicyChange) }),
    reply: Type.Object({
      /** The last day of the leave year; amounts in minutes. */
      as_of: DayText,
      gain: Type.Integer(),
      lose: Type.Integer(),
      same: Type.Integer(),
      /** Of those whose balances the reader may see, the greatest difference first. */
      people: Type.Array(
        Type.Object({
          user_id: Id,
          user: Type.String(),
          day_minutes: Type.Integer(),
          before: Type.Integer(),
          after: Type.Integer(),
        }),
      ),
    }),
  },
  'DELETE /api/leave_policies/:id': {
    summary: 'Take away a rule by which nobody has leave yet.',
    access: 'pto.update',
    ...ofCountries,
    params: strict({ id: Id }),
    reply: Done,
  },
  'POST /api/pto/change_default': {
    summary: 'Whose rules hold where a country has none of its own.',
    access: 'pto.change_default',
    ...ofCountries,
    body: strict({ country: CountryCode }),
    reply: Type.Object({ success: Type.Boolean(), country: CountryCode }),
  },
  'POST /api/pto/validate_table': {
    summary:
      'Judge an uploaded table of rules, or its rows as they were changed: every row with every fault. Nothing is written.',
    access: 'pto.validate_table',
    ...ofCountries,
    read: true,
    bodyLimit: table.bodyLimit,
    body: table.judge,
    reply: table.judged,
  },
  'POST /api/pto/import': {
    summary: 'Apply a judged table of rules, all or nothing; the same table again changes nothing.',
    access: 'pto.import',
    ...ofCountries,
    bodyLimit: table.bodyLimit,
    body: table.apply,
    reply: Type.Object({ ...table.applied.properties, changed: Type.Integer() }),
  },
  'GET /api/pto/export': {
    summary: 'The rules as a table that can be imported again.',
    access: 'pto.export',
    audited: 'exported',
    pages: ['countries_settings'],
    flag: 'can_export',
    read: true,
    query: strict({ format, country: Type.Optional(CountryCode) }),
    raw: 'file',
  },
  'GET /api/pto/template': {
    summary: 'An empty table of rules with the firm’s own lists to choose from.',
    access: 'pto.template',
    ...ofCountries,
    raw: 'file',
  },
  'PUT /api/working_weeks': {
    summary: 'The full-time week of a country from a day on.',
    access: 'pto.update',
    ...ofCountries,
    body: strict({
      country: CountryCode,
      minutes: Type.Array(Type.Integer({ minimum: 0, maximum: 1440 }), { minItems: 7, maxItems: 7 }),
      valid_from: DayText,
    }),
    reply: Type.Object({ country: CountryCode, minutes: Minutes, valid_from: DayText }),
  },
  'PUT /api/leave_years': {
    summary: 'The month in which the leave year of a country begins, until leave is booked by it.',
    access: 'pto.update',
    ...ofCountries,
    body: strict({ country: CountryCode, year_month: Type.Integer({ minimum: 1, maximum: 12 }) }),
    reply: Type.Object({ country: CountryCode, year_month: Type.Integer() }),
  },
  'GET /api/public_holidays': {
    summary: 'Public holidays of a country and year, one page, by day; of a region with those of the whole country.',
    access: 'signed_in',
    query: strict({ ...paging, country: CountryCode, year: Year, region: Type.Optional(Type.String({ maxLength: 20 })) }),
    list: true,
    reply: Holiday,
  },
  'POST /api/public_holidays': {
    summary: 'Add a day of the firm’s own.',
    access: 'pto.create',
    ...ofCountries,
    body: strict({
      id: Type.Optional(Id),
      country: CountryCode,
      region: Type.Optional(Region),
      day: DayText,
      name: Name,
      half: Type.Optional(Type.Boolean()),
    }),
    reply: Holiday,
  },
  'PATCH /api/public_holidays/:id': {
    summary: 'Change a public holiday.',
    access: 'pto.update',
    ...ofCountries,
    params: strict({ id: Id }),
    body: strict({
      day: Type.Optional(DayText),
      name: Type.Optional(Name),
      half: Type.Optional(Type.Boolean()),
      version: Type.Optional(Version),
    }),
    reply: Holiday,
  },
  'DELETE /api/public_holidays/:id': {
    summary: 'Take a public holiday out of the calendar; the library does not bring it back.',
    access: 'pto.update',
    ...ofCountries,
    params: strict({ id: Id }),
    reply: Done,
  },
  'POST /api/public_holidays/library': {
    summary: 'Lay in the library’s days of a year that are missing.',
    access: 'pto.update',
    ...ofCountries,
    body: strict({ country: CountryCode, year: Year }),
    reply: Type.Object({ added: Type.Integer() }),
  },
  'POST /api/public_holidays/copy': {
    summary: 'Copy the firm’s own days of a year into another.',
    access: 'pto.create',
    ...ofCountries,
    body: strict({ country: CountryCode, from_year: Year, to_year: Year }),
    reply: Type.Object({ added: Type.Integer() }),
  },
});
