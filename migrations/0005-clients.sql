create schema clients;
grant usage on schema clients to cadre_app;

create table clients.clients (
  tenant_id int not null,
  id uuid not null,
  name text not null check (name <> ''),
  name_lc text not null generated always as (lower(name)) stored,
  sector text,
  is_active boolean not null default true,
  custom jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name_lc)
);
select app.tenant_table('clients.clients');

-- A project without a client is the firm's own work.
create table clients.projects (
  tenant_id int not null,
  id uuid not null,
  code text not null check (code <> ''),
  code_lc text not null generated always as (lower(code)) stored,
  name text not null check (name <> ''),
  name_lc text not null generated always as (lower(name)) stored,
  client_id uuid,
  team_id uuid,
  status text not null default 'active' check (status in ('planned', 'active', 'on_hold', 'completed', 'archived')),
  billing_status text not null default 'not_started' check (billing_status in
    ('not_started', 'in_progress', 'ready_to_bill', 'part_billed', 'billed', 'written_off', 'internal')),
  chargeable boolean not null,
  starts_on date,
  ends_on date,
  budget_minutes int check (budget_minutes >= 0),
  budget_fee bigint check (budget_fee >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  custom jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code_lc),
  check (ends_on >= starts_on)
);
select app.tenant_table('clients.projects');
create index projects_by_client on clients.projects (tenant_id, client_id);
create index projects_by_name on clients.projects (tenant_id, name_lc, id);
alter table clients.projects add constraint projects_client foreign key (tenant_id, client_id) references clients.clients (tenant_id, id);
alter table clients.projects add constraint projects_team foreign key (tenant_id, team_id) references people.teams (tenant_id, id);

create table clients.project_managers (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, project_id, user_id)
);
select app.tenant_table('clients.project_managers');
create index project_managers_by_user on clients.project_managers (tenant_id, user_id);
alter table clients.project_managers add constraint project_managers_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table clients.project_managers add constraint project_managers_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
