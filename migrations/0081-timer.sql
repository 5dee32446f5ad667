-- A running clock: one a person, and its id is the person's, so that a second one cannot be.
create table time.timers (
  tenant_id int not null,
  id uuid not null,
  project_id uuid,
  task_type_id uuid,
  comment text not null default '',
  started_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select app.tenant_table('time.timers');
alter table time.timers add constraint timers_user foreign key (tenant_id, id) references people.users (tenant_id, id);
alter table time.timers add constraint timers_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table time.timers add constraint timers_task_type foreign key (tenant_id, task_type_id) references settings.task_types (tenant_id, id);
