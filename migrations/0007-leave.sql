create schema leave;
grant usage on schema leave to cadre_app;

-- Public holidays of a country, or of one of its regions; the firm may edit its own list.
create table leave.holidays (
  tenant_id int not null,
  id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  region text,
  day date not null,
  name text not null check (name <> ''),
  half_day boolean not null default false,
  version int not null default 1,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, country, region, day)
);
select app.tenant_table('leave.holidays');

create table leave.types (
  tenant_id int not null,
  id uuid not null,
  name text not null check (name <> ''),
  name_lc text not null generated always as (lower(name)) stored,
  is_paid boolean not null default true,
  is_active boolean not null default true,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name_lc)
);
select app.tenant_table('leave.types');

create table leave.requests (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  type_id uuid not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  half_day boolean not null default false check (not half_day or first_day = last_day),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  decided_by uuid,
  decided_at timestamptz,
  comment text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  exclude using gist (tenant_id with =, user_id with =, daterange(first_day, last_day, '[]') with &&)
    where (status in ('pending', 'approved') and not half_day)
);
select app.tenant_table('leave.requests');
create index leave_requests_by_user on leave.requests (tenant_id, user_id, first_day);
create index leave_requests_by_day on leave.requests (tenant_id, last_day, first_day);
alter table leave.requests add constraint leave_requests_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
alter table leave.requests add constraint leave_requests_type foreign key (tenant_id, type_id) references leave.types (tenant_id, id);
alter table leave.requests add constraint leave_requests_decider foreign key (tenant_id, decided_by) references people.users (tenant_id, id);

-- The ledger behind a balance: grants, carry-over, expiry and corrections; what is taken follows from the requests.
create table leave.ledger (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  type_id uuid not null,
  day date not null,
  kind text not null check (kind in ('grant', 'carry_over', 'expiry', 'adjustment')),
  minutes int not null,
  comment text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select app.tenant_table('leave.ledger', 'select, insert');
create index leave_ledger_by_user on leave.ledger (tenant_id, user_id, day);
alter table leave.ledger add constraint leave_ledger_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
alter table leave.ledger add constraint leave_ledger_type foreign key (tenant_id, type_id) references leave.types (tenant_id, id);
