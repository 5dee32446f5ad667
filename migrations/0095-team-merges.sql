-- What a merge of teams moved, so that it can be taken back whole. Neither team is referred to: the one that was merged may be
-- deleted when nothing else uses it, and comes back under its own id.
create table people.team_merges (
  tenant_id int not null,
  id uuid not null,
  team_id uuid not null,
  target_id uuid not null,
  day date not null,
  was jsonb not null,
  merged_at timestamptz not null default now(),
  undone_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, id),
  check (team_id <> target_id)
);
select app.tenant_table('people.team_merges');
-- A team is merged once at a time; asked when the merge is taken back.
create unique index team_merges_standing on people.team_merges (tenant_id, team_id) where undone_at is null;

-- The projects that went along, by the team they came from: after two merges in a row each can be taken back for itself.
create table clients.merged_projects (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  team_id uuid not null,
  target_id uuid not null,
  primary key (tenant_id, id),
  unique (tenant_id, team_id, project_id),
  foreign key (tenant_id, project_id) references clients.projects (tenant_id, id)
);
select app.tenant_table('clients.merged_projects');
