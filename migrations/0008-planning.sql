create schema planning;
grant usage on schema planning to cadre_app;

create table planning.bookings (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  project_id uuid,
  task_type_id uuid,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  minutes_per_day int not null check (minutes_per_day between 1 and 1440),
  level text not null check (level in ('soft', 'requested', 'hard')),
  note text not null default '',
  created_by uuid not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (project_id is not null or task_type_id is not null)
);
select app.tenant_table('planning.bookings');
create index bookings_by_user on planning.bookings (tenant_id, user_id, last_day, first_day);
create index bookings_by_project on planning.bookings (tenant_id, project_id, last_day);
create index bookings_by_day on planning.bookings (tenant_id, last_day, first_day);
alter table planning.bookings add constraint bookings_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
alter table planning.bookings add constraint bookings_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table planning.bookings add constraint bookings_task_type foreign key (tenant_id, task_type_id) references settings.task_types (tenant_id, id);
alter table planning.bookings add constraint bookings_maker foreign key (tenant_id, created_by) references people.users (tenant_id, id);
