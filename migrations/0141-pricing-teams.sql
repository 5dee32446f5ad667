-- Demands and bookings that were made of an agreed version of a pricing. Taken back, the row goes with them and it may be done anew.
create table pricing.teams (
  tenant_id int not null,
  id uuid not null,
  pricing_id uuid not null,
  version_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  demands uuid[] not null,
  bookings uuid[] not null,
  primary key (tenant_id, id),
  -- Once, also where two ask for it at the same moment.
  constraint teams_once unique (tenant_id, version_id),
  check (cardinality(demands) + cardinality(bookings) > 0)
);
select app.tenant_table('pricing.teams', 'select, insert, delete');
alter table pricing.teams add constraint teams_pricing foreign key (tenant_id, pricing_id) references pricing.pricings (tenant_id, id);
alter table pricing.teams add constraint teams_version foreign key (tenant_id, version_id) references pricing.versions (tenant_id, id);
alter table pricing.teams add constraint teams_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table pricing.teams add constraint teams_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

alter table pricing.history drop constraint history_action_check;
alter table pricing.history add constraint history_action_check check (action in
  ('created', 'submitted', 'asked', 'withdrawn', 'table_approved', 'approved', 'rejected', 'won', 'lost', 'replaced', 'taken_over',
   'team_asked', 'team_undone'));
