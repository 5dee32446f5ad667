-- Work that nobody is booked on yet: who plans asks for a grade, a team, a country or a skill. A booking that names the demand
-- fills it, and where the booking goes the demand is open again: nothing has to be kept in step.
create table planning.demands (
  tenant_id int not null,
  id uuid not null,
  project_id uuid,
  task_type_id uuid,
  -- What is left out asks for anybody.
  grade text,
  team_id uuid,
  country text check (country ~ '^[A-Z]{2}$'),
  skill text not null default '' check (length(skill) <= 200),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  minutes_per_day int not null check (minutes_per_day between 1 and 1440),
  note text not null default '',
  -- Who asked.
  created_by uuid not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (project_id is not null or task_type_id is not null)
);
select app.tenant_table('planning.demands');
-- The lane of the board: what touches a range; a firm has few demands of the past among many.
create index demands_by_day on planning.demands (tenant_id, last_day, first_day);
create index demands_by_project on planning.demands (tenant_id, project_id, last_day);
alter table planning.demands add constraint demands_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table planning.demands add constraint demands_task_type foreign key (tenant_id, task_type_id) references settings.task_types (tenant_id, id);
alter table planning.demands add constraint demands_team foreign key (tenant_id, team_id) references people.teams (tenant_id, id);
alter table planning.demands add constraint demands_maker foreign key (tenant_id, created_by) references people.users (tenant_id, id);

alter table planning.bookings
  add column demand_id uuid,
  -- Who made it firm, and when: whoever set the level or accepted a request.
  add column confirmed_by uuid,
  add column confirmed_at timestamptz,
  add constraint bookings_confirmed check ((confirmed_by is null) = (confirmed_at is null) and (confirmed_by is null or level = 'hard'));
alter table planning.bookings add constraint bookings_demand foreign key (tenant_id, demand_id) references planning.demands (tenant_id, id);
alter table planning.bookings add constraint bookings_confirmer foreign key (tenant_id, confirmed_by) references people.users (tenant_id, id);
-- One booking fills a demand, whoever of two planners comes first.
create unique index bookings_of_demand on planning.bookings (tenant_id, demand_id) where demand_id is not null;
