create schema time;
grant usage on schema time to cadre_app;

create table time.imports (
  tenant_id int not null,
  id uuid not null,
  file_name text not null,
  format text not null,
  row_count int not null,
  created_count int not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select app.tenant_table('time.imports');

create table time.entries (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  day date not null,
  project_id uuid,
  task_type_id uuid,
  seconds int not null check (seconds between 0 and 86400),
  chargeable boolean not null,
  comment text not null default '',
  started_at time(0),
  created_by uuid,
  import_id uuid,
  -- Digest of the imported row and its occurrence in the file: the same file twice changes nothing.
  fingerprint text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, fingerprint),
  check (project_id is not null or task_type_id is not null)
);
select app.tenant_table('time.entries');
create index entries_by_user on time.entries (tenant_id, user_id, day);
create index entries_by_project on time.entries (tenant_id, project_id, day);
create index entries_by_day on time.entries (tenant_id, day, project_id) include (seconds, chargeable);
alter table time.entries add constraint entries_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
alter table time.entries add constraint entries_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table time.entries add constraint entries_task_type foreign key (tenant_id, task_type_id) references settings.task_types (tenant_id, id);
alter table time.entries add constraint entries_import foreign key (tenant_id, import_id) references time.imports (tenant_id, id);

-- What a person logged on a day, kept by every write of entries: the day's limit is this row's constraint, the lock its date.
create table time.person_days (
  tenant_id int not null,
  user_id uuid not null,
  day date not null,
  seconds int not null constraint person_day_24h check (seconds <= 86400),
  chargeable_seconds int not null,
  entry_count int not null,
  locked_at timestamptz,
  primary key (tenant_id, user_id, day)
);
select app.tenant_table('time.person_days');
create index person_days_by_day on time.person_days (tenant_id, day) include (user_id, seconds, chargeable_seconds);
alter table time.person_days add constraint person_days_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- Hours by month and by what held on the day: the reports' table, kept in the writing transaction.
-- Keys that an entry may lack stand as the nil id, so that they can be part of the primary key.
create table time.months (
  tenant_id int not null,
  month date not null,
  user_id uuid not null,
  project_id uuid not null,
  task_type_id uuid not null,
  chargeable boolean not null,
  grade text not null,
  team_id uuid not null,
  country text not null,
  seconds bigint not null,
  entry_count int not null,
  primary key (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country)
);
select app.tenant_table('time.months');
create index months_by_project on time.months (tenant_id, project_id, month) include (seconds, chargeable);
alter table time.months add constraint months_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
