create schema pricing;
grant usage on schema pricing to cadre_app;

-- A quote for a client. What it says stands in its versions; what is said about it belongs to all of them.
create table pricing.pricings (
  tenant_id int not null,
  id uuid not null,
  client_id uuid not null,
  project_id uuid,
  name text not null check (name <> '' and length(name) <= 200),
  name_lc text not null generated always as (lower(name)) stored,
  kind text not null check (kind in ('standard', 'secondment', 'multi')),
  owner_id uuid not null,
  -- Who decides on the whole, where somebody is named.
  partner_id uuid,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('pricing.pricings');
-- The list by client, by project and by whose it is: few of many.
create index pricings_by_client on pricing.pricings (tenant_id, client_id);
create index pricings_by_project on pricing.pricings (tenant_id, project_id) where project_id is not null;
create index pricings_by_owner on pricing.pricings (tenant_id, owner_id);
alter table pricing.pricings add constraint pricings_client foreign key (tenant_id, client_id) references clients.clients (tenant_id, id);
alter table pricing.pricings add constraint pricings_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table pricing.pricings add constraint pricings_owner foreign key (tenant_id, owner_id) references people.users (tenant_id, id);
alter table pricing.pricings add constraint pricings_partner foreign key (tenant_id, partner_id) references people.users (tenant_id, id);

-- One version: written while it is a draft, frozen when it is submitted. The figures are those of its tables, kept with them.
create table pricing.versions (
  tenant_id int not null,
  id uuid not null,
  pricing_id uuid not null,
  number int not null check (number > 0),
  is_latest boolean not null default true,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'approved', 'rejected', 'won', 'lost', 'replaced')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  unit text not null check (unit in ('phase', 'month')),
  -- Names of the phases, or the first days of the months.
  columns text[] not null check (cardinality(columns) between 1 and 60),
  -- The day whose rates count.
  rate_day date not null,
  note text not null default '' check (length(note) <= 5000),
  -- How often it was submitted: a decision names the submission that it decides on.
  submission int not null default 0 check (submission >= 0),
  submitted_by uuid,
  submitted_at timestamptz,
  minutes bigint not null default 0 check (minutes >= 0),
  standard_value bigint not null default 0 check (standard_value >= 0),
  fee bigint not null default 0 check (fee >= 0),
  nfi bigint not null default 0,
  -- Null: what some hours cost is not known.
  total_cost bigint check (total_cost >= 0),
  -- Lines with hours and without a rate.
  missing int not null default 0 check (missing >= 0),
  tier text not null default 'Manager' check (tier in ('Manager', 'Director', 'Partner')),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, pricing_id, number),
  constraint versions_frozen check (status = 'draft' or (submission > 0 and submitted_by is not null and missing = 0))
);
select app.tenant_table('pricing.versions');
create unique index versions_one_latest on pricing.versions (tenant_id, pricing_id) where is_latest;
-- Of the versions of a pricing one at most is agreed.
create unique index versions_one_agreed on pricing.versions (tenant_id, pricing_id) where status in ('approved', 'won');
-- The list by state and by the last change.
create index versions_listed on pricing.versions (tenant_id, status, updated_at desc) where is_latest;
alter table pricing.versions add constraint versions_pricing foreign key (tenant_id, pricing_id) references pricing.pricings (tenant_id, id);
alter table pricing.versions add constraint versions_submitter foreign key (tenant_id, submitted_by) references people.users (tenant_id, id);
alter table pricing.versions add constraint versions_maker foreign key (tenant_id, created_by) references people.users (tenant_id, id);

-- Hours of one service line in one country and currency, with the targets that held when its rates were taken.
create table pricing.tables (
  tenant_id int not null,
  id uuid not null,
  version_id uuid not null,
  position int not null,
  kind text not null check (kind in ('standard', 'secondment')),
  name text not null check (name <> '' and length(name) <= 200),
  service_line_id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What a minor unit of its currency is worth in minor units of the version's, in millionths.
  exchange bigint not null check (exchange > 0),
  -- A day of a secondment, in minutes.
  minutes_per_day int not null default 480 check (minutes_per_day between 60 and 1440),
  -- What is added to the cost of the hours, in hundredths of a per cent.
  on_cost int not null default 0 check (on_cost between 0 and 100000),
  -- Hundredths of a per cent off the value at agreed rates; below 0: on top.
  discount int not null default 0 check (discount between -10000 and 10000),
  -- An agreed sum in place of the rates.
  fee bigint check (fee >= 0),
  target_margin int,
  floor_margin int,
  target_recovery int,
  floor_recovery int,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('pricing.tables');
create index tables_by_version on pricing.tables (tenant_id, version_id, position);
create index tables_by_line on pricing.tables (tenant_id, service_line_id);
alter table pricing.tables add constraint tables_of_version foreign key (tenant_id, version_id) references pricing.versions (tenant_id, id);
alter table pricing.tables add constraint tables_service_line foreign key (tenant_id, service_line_id) references rates.service_lines (tenant_id, id);

-- Minutes of a role and grade, a number for each column of the version, at the rates that held when they were taken.
create table pricing.lines (
  tenant_id int not null,
  id uuid not null,
  table_id uuid not null,
  position int not null,
  sl_role_id uuid not null,
  grade text not null check (grade in ('Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner')),
  -- Whom it is, where somebody is named.
  user_id uuid,
  note text not null default '' check (length(note) <= 500),
  minutes int[] not null check (cardinality(minutes) between 1 and 60 and 0 <= all (minutes)),
  -- Agreed for this line: an hour, or in a secondment a day.
  rate bigint check (rate >= 0),
  -- What is paid on top of the hours in each column that has any.
  allowance bigint not null default 0 check (allowance >= 0),
  -- In the currency of the table. Null: there was none.
  standard_rate bigint check (standard_rate >= 0),
  charge_rate bigint check (charge_rate >= 0),
  cost_rate bigint check (cost_rate >= 0),
  nfi_rate bigint check (nfi_rate >= 0),
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('pricing.lines');
create index lines_by_table on pricing.lines (tenant_id, table_id, position);
create index lines_by_role on pricing.lines (tenant_id, sl_role_id);
create index lines_by_user on pricing.lines (tenant_id, user_id) where user_id is not null;
alter table pricing.lines add constraint lines_table foreign key (tenant_id, table_id) references pricing.tables (tenant_id, id);
alter table pricing.lines add constraint lines_role foreign key (tenant_id, sl_role_id) references rates.sl_roles (tenant_id, id);
alter table pricing.lines add constraint lines_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- What others are paid, and what the client pays for it beside the fee.
create table pricing.expenses (
  tenant_id int not null,
  id uuid not null,
  table_id uuid not null,
  position int not null,
  label text not null check (label <> '' and length(label) <= 200),
  paid bigint not null check (paid >= 0),
  charged bigint not null check (charged >= 0),
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('pricing.expenses');
create index expenses_by_table on pricing.expenses (tenant_id, table_id, position);
alter table pricing.expenses add constraint expenses_of_table foreign key (tenant_id, table_id) references pricing.tables (tenant_id, id);

-- Whose decision a submission needs: on a table by the lead of its service line, on the whole (no table) by its tier. What was
-- seen stays with the decision. Nobody decides on what they submitted.
create table pricing.approvals (
  tenant_id int not null,
  id uuid not null,
  version_id uuid not null,
  submission int not null check (submission > 0),
  table_id uuid,
  tier text not null check (tier in ('Manager', 'Director', 'Partner')),
  user_id uuid,
  submitted_by uuid not null,
  decision text check (decision in ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  reason text not null default '' check (length(reason) <= 2000),
  seen jsonb not null,
  version int not null default 1,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, version_id, submission, table_id),
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  check (decision is distinct from 'rejected' or reason <> ''),
  constraint approvals_four_eyes check (decided_by <> submitted_by)
);
select app.tenant_table('pricing.approvals', 'select, insert, update');
-- What waits for somebody.
create index approvals_open on pricing.approvals (tenant_id, version_id) where decision is null;
alter table pricing.approvals add constraint approvals_version foreign key (tenant_id, version_id) references pricing.versions (tenant_id, id);
alter table pricing.approvals add constraint approvals_named foreign key (tenant_id, user_id) references people.users (tenant_id, id);
alter table pricing.approvals add constraint approvals_submitter foreign key (tenant_id, submitted_by) references people.users (tenant_id, id);
alter table pricing.approvals add constraint approvals_decider foreign key (tenant_id, decided_by) references people.users (tenant_id, id);

-- What became of a pricing, step by step: never changed afterwards.
create table pricing.history (
  tenant_id int not null,
  id uuid not null,
  pricing_id uuid not null,
  number int not null check (number > 0),
  at timestamptz not null,
  user_id uuid not null,
  action text not null check (action in
    ('created', 'submitted', 'asked', 'withdrawn', 'table_approved', 'approved', 'rejected', 'won', 'lost', 'replaced')),
  reason text not null default '' check (length(reason) <= 2000),
  primary key (tenant_id, id)
);
select app.tenant_table('pricing.history', 'select, insert');
create index history_by_pricing on pricing.history (tenant_id, pricing_id, id);
alter table pricing.history add constraint history_pricing foreign key (tenant_id, pricing_id) references pricing.pricings (tenant_id, id);
alter table pricing.history add constraint history_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
