-- How the client pays, who may log, notes, and whether it only serves to be copied. The kind of what is there follows from
-- whether it is chargeable.
alter table clients.projects add column fee_kind text;
alter table clients.projects alter column fee_kind type text using (case when chargeable then 'time_and_materials' else 'internal' end);
alter table clients.projects alter column fee_kind set default 'time_and_materials';
alter table clients.projects alter column fee_kind set not null;
alter table clients.projects add constraint projects_fee_kind
  check (fee_kind in ('time_and_materials', 'fixed', 'retainer', 'capped', 'internal'));
alter table clients.projects add column logging text not null default 'everybody' check (logging in ('everybody', 'members'));
alter table clients.projects add column is_template boolean not null default false;
alter table clients.projects add column notes text not null default '';
-- Where it was copied from: last year's, or a template.
alter table clients.projects add column copied_from uuid;
alter table clients.projects add constraint projects_copied_from foreign key (tenant_id, copied_from) references clients.projects (tenant_id, id);
create index projects_by_origin on clients.projects (tenant_id, copied_from) where copied_from is not null;
-- The filters of the list by state and by team: few rows of many in a firm with a past.
create index projects_by_status on clients.projects (tenant_id, status, billing_status);
create index projects_by_team on clients.projects (tenant_id, team_id) where team_id is not null;

-- Managers hold from a day to a day; those who are there already held since ever.
alter table clients.project_managers add column valid_from date not null default '0001-01-01';
alter table clients.project_managers add column valid_to date not null default 'infinity';
alter table clients.project_managers add constraint project_managers_dates check (valid_to > valid_from);
alter table clients.project_managers drop constraint project_managers_tenant_id_project_id_user_id_key;
alter table clients.project_managers add constraint project_managers_once
  exclude using gist (tenant_id with =, project_id with =, user_id with =, daterange(valid_from, valid_to) with &&);
create index project_managers_by_project on clients.project_managers (tenant_id, project_id, user_id);

-- Who works on it; where a project takes time from its members alone, these are they, with its managers.
create table clients.project_members (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  valid_from date not null default '0001-01-01',
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  exclude using gist (tenant_id with =, project_id with =, user_id with =, daterange(valid_from, valid_to) with &&)
);
select app.tenant_table('clients.project_members');
create index project_members_by_project on clients.project_members (tenant_id, project_id, user_id);
create index project_members_by_user on clients.project_members (tenant_id, user_id);
alter table clients.project_members add constraint project_members_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table clients.project_members add constraint project_members_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- The parts of the work, one after the other, each with its share of the budget.
create table clients.phases (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  position int not null,
  name text not null check (name <> ''),
  starts_on date,
  ends_on date,
  budget_minutes int check (budget_minutes >= 0),
  budget_fee bigint check (budget_fee >= 0),
  version int not null default 1,
  primary key (tenant_id, id),
  check (ends_on >= starts_on)
);
select app.tenant_table('clients.phases');
create index phases_by_project on clients.phases (tenant_id, project_id, position);
alter table clients.phases add constraint phases_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);

create table clients.grade_budgets (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  grade text not null check (grade in ('Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner')),
  budget_minutes int check (budget_minutes >= 0),
  budget_fee bigint check (budget_fee >= 0),
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, project_id, grade)
);
select app.tenant_table('clients.grade_budgets');
alter table clients.grade_budgets add constraint grade_budgets_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);

-- Where a project names task types, time and bookings on it are of these alone.
create table clients.project_tasks (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  task_type_id uuid not null,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, project_id, task_type_id)
);
select app.tenant_table('clients.project_tasks');
create index project_tasks_by_task on clients.project_tasks (tenant_id, task_type_id);
alter table clients.project_tasks add constraint project_tasks_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table clients.project_tasks add constraint project_tasks_task foreign key (tenant_id, task_type_id) references settings.task_types (tenant_id, id);

-- The price of an hour that was agreed for this project, in minor units of its currency: for a grade, or for one person.
create table clients.project_rates (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  grade text check (grade in ('Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner')),
  user_id uuid,
  rate bigint not null check (rate >= 0),
  valid_from date not null default '0001-01-01',
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  check ((grade is null) <> (user_id is null)),
  exclude using gist (tenant_id with =, project_id with =, grade with =, daterange(valid_from, valid_to) with &&),
  exclude using gist (tenant_id with =, project_id with =, user_id with =, daterange(valid_from, valid_to) with &&)
);
select app.tenant_table('clients.project_rates');
create index project_rates_by_project on clients.project_rates (tenant_id, project_id);
create index project_rates_by_user on clients.project_rates (tenant_id, user_id) where user_id is not null;
alter table clients.project_rates add constraint project_rates_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table clients.project_rates add constraint project_rates_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- Files kept with a project; the bytes stand in the file store, and the reference keeps them there.
create table clients.project_files (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  file_id uuid not null,
  name text not null check (name <> ''),
  added_by uuid,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('clients.project_files');
create index project_files_by_project on clients.project_files (tenant_id, project_id, id);
create index project_files_by_file on clients.project_files (tenant_id, file_id);
alter table clients.project_files add constraint project_files_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table clients.project_files add constraint project_files_file foreign key (tenant_id, file_id) references app.files (tenant_id, id);
alter table clients.project_files add constraint project_files_adder foreign key (tenant_id, added_by) references people.users (tenant_id, id);

-- Who follows a project beside its managers.
create table clients.project_watchers (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, project_id, user_id)
);
select app.tenant_table('clients.project_watchers');
create index project_watchers_by_user on clients.project_watchers (tenant_id, user_id);
alter table clients.project_watchers add constraint project_watchers_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table clients.project_watchers add constraint project_watchers_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- How codes of new projects are made: one run of zeros in braces is the number and its digits; {YYYY}, {YY} and {CLIENT} stand
-- for the year of the first day and the client's first letters.
alter table settings.firm add column project_code text not null default 'P-{0000}' check (project_code ~ '\{0{1,8}\}');
