-- Leave by rules: types that say how they count, parts of days, policies by country, and a ledger that holds every movement.

-- `off` takes its minutes out of what utilization is measured against, `worked` leaves them in. Private: colleagues read "absent".
alter table leave.types
  add column counts text not null default 'off' constraint types_counts check (counts in ('off', 'worked')),
  add column needs_reason boolean not null default false,
  add column is_private boolean not null default false,
  add column smallest text not null default 'half_day' constraint types_smallest check (smallest in ('day', 'half_day', 'hour'));

-- What was one flag becomes a part of the day. The type of the column is changed rather than its rows: the owner is bound by
-- row security too and would find none.
do $$
declare
  name text;
begin
  for name in
    select conname from pg_constraint where conrelid = 'leave.requests'::regclass and pg_get_constraintdef(oid) like '%half_day%'
  loop
    execute format('alter table leave.requests drop constraint %I', name);
  end loop;
end $$;
alter table leave.requests alter column half_day drop default;
alter table leave.requests alter column half_day type text using case when half_day then 'first_half' else 'day' end;
alter table leave.requests rename column half_day to part;
alter table leave.requests alter column part set default 'day';
alter table leave.requests
  -- Minute of the day at which hours of leave begin, and how many they are.
  add column starts_at int,
  add column part_minutes int,
  -- Who asked on behalf of the person; null: the person.
  add column created_by uuid,
  add column reason text not null default '';
alter table leave.requests
  add constraint requests_part check (part in ('day', 'first_half', 'second_half', 'hours')),
  add constraint requests_part_of_one_day check (part = 'day' or first_day = last_day),
  add constraint requests_hours check (
    case when part = 'hours' then starts_at >= 0 and part_minutes >= 1 and starts_at + part_minutes <= 1440
      and starts_at is not null and part_minutes is not null
    else starts_at is null and part_minutes is null end);
-- Nobody is off twice at one time: days by the calendar, parts by the minutes of the day that they fill.
alter table leave.requests add constraint requests_apart exclude using gist (
  tenant_id with =, user_id with =, daterange(first_day, last_day, '[]') with &&,
  int4range(
    case part when 'second_half' then 720 when 'hours' then starts_at else 0 end,
    case part when 'first_half' then 720 when 'hours' then starts_at + part_minutes else 1440 end) with &&
) where (status in ('pending', 'approved'));
alter table leave.requests add constraint leave_requests_maker foreign key (tenant_id, created_by) references people.users (tenant_id, id);
create index leave_requests_waiting on leave.requests (tenant_id, first_day, id) where status = 'pending';

-- A day of the library that the firm took away stays as a row, so that the library does not bring it back.
alter table leave.holidays
  add column origin text not null default 'library' constraint holidays_origin check (origin in ('library', 'firm')),
  add column is_active boolean not null default true;
create index holidays_by_day on leave.holidays (tenant_id, day) where is_active;

-- What a country has beside its policies: whose rules hold where a country has none, and the month in which its leave year begins.
create table leave.countries (
  tenant_id int not null,
  id uuid not null,
  code text not null check (code ~ '^[A-Z]{2}$'),
  is_default boolean not null default false,
  year_month int not null default 1 check (year_month between 1 and 12),
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
create unique index leave_countries_one_default on leave.countries (tenant_id) where is_default;
select app.tenant_table('leave.countries');

-- The full-time week of a country, minutes a day, Monday first: a year's days of leave are days of this week.
create table leave.weeks (
  tenant_id int not null,
  id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  minutes int[] not null check (cardinality(minutes) = 7 and 0 <= all (minutes) and 1440 >= all (minutes) and 0 < any (minutes)),
  valid_from date not null,
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  exclude using gist (tenant_id with =, country with =, daterange(valid_from, valid_to) with &&)
);
select app.tenant_table('leave.weeks');

-- How much leave of a type a country's people get, in layers that add up. Of one layer the rule of the person's grade goes
-- before the one for all grades, and of these the one with the longest service reached. Days in hundredths.
create table leave.policies (
  tenant_id int not null,
  id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  type_id uuid not null,
  layer text not null check (layer in ('statutory', 'contractual')),
  grade text check (grade in ('Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner')),
  seniority_years int not null default 0 check (seniority_years between 0 and 60),
  days int not null check (days between 0 and 36600),
  manner text not null default 'granted' check (manner in ('granted', 'accrued')),
  pro_rata text not null default 'days' check (pro_rata in ('days', 'months', 'none')),
  rounding text not null default 'none' check (rounding in ('none', 'half_day', 'day')),
  -- Null: everything unused passes into the next year.
  carry_days int check (carry_days between 0 and 36600),
  -- Months of the new year in which it may be used; null: no end.
  carry_months int check (carry_months between 1 and 12),
  -- How far below zero a request may bring the balance.
  negative_days int not null default 0 check (negative_days between 0 and 36600),
  valid_from date not null,
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  check (manner = 'granted' or pro_rata <> 'none'),
  exclude using gist (tenant_id with =, country with =, type_id with =, layer with =, coalesce(grade, '') with =,
    seniority_years with =, daterange(valid_from, valid_to) with &&)
);
select app.tenant_table('leave.policies');
create index leave_policies_by_type on leave.policies (tenant_id, type_id, country);
alter table leave.policies add constraint leave_policies_type foreign key (tenant_id, type_id) references leave.types (tenant_id, id);

-- The ledger holds what is taken, too: a holiday that comes later changes no balance without a line that says so. A line
-- belongs to a leave year (its first day) and, where the rules made it, to a layer or a request; a second line of the same
-- place corrects the first.
alter table leave.ledger drop constraint ledger_kind_check;
alter table leave.ledger
  add constraint ledger_kind check (kind in ('grant', 'accrual', 'carry_over', 'expiry', 'taken', 'adjustment')),
  add column layer text constraint ledger_layer check (layer in ('statutory', 'contractual')),
  add column year date,
  add column request_id uuid,
  add column created_by uuid,
  add constraint ledger_not_empty check (minutes <> 0),
  add constraint ledger_taken check ((kind = 'taken') = (request_id is not null)),
  add constraint ledger_year check (kind = 'adjustment' or year is not null);
create index leave_ledger_by_request on leave.ledger (tenant_id, request_id) where request_id is not null;
alter table leave.ledger add constraint leave_ledger_request foreign key (tenant_id, request_id) references leave.requests (tenant_id, id);
alter table leave.ledger add constraint leave_ledger_maker foreign key (tenant_id, created_by) references people.users (tenant_id, id);

-- Addresses from which calendars fetch leave without a session; the secret itself is not kept.
create table leave.feeds (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  scope text not null check (scope in ('own', 'team')),
  key_hash text not null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, key_hash)
);
select app.tenant_table('leave.feeds');
create index leave_feeds_by_user on leave.feeds (tenant_id, user_id);
alter table leave.feeds add constraint leave_feeds_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
