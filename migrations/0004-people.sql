create schema people;
grant usage on schema people to cadre_app;

create table people.users (
  tenant_id int not null,
  id uuid not null,
  email text check (email <> ''),
  email_lc text generated always as (lower(email)) stored,
  first_name text not null default '',
  last_name text not null default '',
  name text not null generated always as (case when first_name = '' then last_name when last_name = '' then first_name else first_name || ' ' || last_name end) stored,
  name_lc text not null generated always as (lower(case when first_name = '' then last_name when last_name = '' then first_name else first_name || ' ' || last_name end)) stored,
  country text not null check (country ~ '^[A-Z]{2}$'),
  region text,
  manager_id uuid,
  notifications jsonb not null default '{}',
  custom jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, email_lc),
  check (first_name <> '' or last_name <> ''),
  check (manager_id <> id)
);
select app.tenant_table('people.users');
create index users_by_name on people.users (tenant_id, name_lc, id);
create index users_by_manager on people.users (tenant_id, manager_id);
alter table people.users add constraint users_membership foreign key (tenant_id, id) references access.memberships (tenant_id, id);
alter table people.users add constraint users_manager foreign key (tenant_id, manager_id) references people.users (tenant_id, id);

create table people.teams (
  tenant_id int not null,
  id uuid not null,
  name text not null check (name <> ''),
  name_lc text not null generated always as (lower(name)) stored,
  parent_id uuid,
  lead_id uuid,
  country text check (country ~ '^[A-Z]{2}$'),
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name_lc),
  check (parent_id <> id)
);
select app.tenant_table('people.teams');
create index teams_by_lead on people.teams (tenant_id, lead_id);
create index teams_by_parent on people.teams (tenant_id, parent_id);
alter table people.teams add constraint teams_parent foreign key (tenant_id, parent_id) references people.teams (tenant_id, id);
alter table people.teams add constraint teams_lead foreign key (tenant_id, lead_id) references people.users (tenant_id, id);

-- Dated facts hold from valid_from up to and without valid_to; an open end is 'infinity', so that ranges compare plainly.
create table people.team_members (
  tenant_id int not null,
  id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  is_primary boolean not null default true,
  valid_from date not null,
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  exclude using gist (tenant_id with =, user_id with =, daterange(valid_from, valid_to) with &&) where (is_primary)
);
select app.tenant_table('people.team_members');
create index team_members_by_user on people.team_members (tenant_id, user_id, valid_from);
create index team_members_by_team on people.team_members (tenant_id, team_id, valid_from);
alter table people.team_members add constraint team_members_team foreign key (tenant_id, team_id) references people.teams (tenant_id, id);
alter table people.team_members add constraint team_members_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

create table people.grades (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  grade text not null check (grade in ('Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner')),
  valid_from date not null,
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  exclude using gist (tenant_id with =, user_id with =, daterange(valid_from, valid_to) with &&)
);
select app.tenant_table('people.grades');
create index grades_by_user on people.grades (tenant_id, user_id, valid_from);
alter table people.grades add constraint grades_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

create table people.employments (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  valid_from date not null,
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  exclude using gist (tenant_id with =, user_id with =, daterange(valid_from, valid_to) with &&)
);
select app.tenant_table('people.employments');
create index employments_by_user on people.employments (tenant_id, user_id, valid_from);
alter table people.employments add constraint employments_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- Minutes a day, Monday first.
create table people.patterns (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  minutes int[] not null check (cardinality(minutes) = 7 and 0 <= all (minutes) and 1440 >= all (minutes)),
  valid_from date not null,
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  exclude using gist (tenant_id with =, user_id with =, daterange(valid_from, valid_to) with &&)
);
select app.tenant_table('people.patterns');
create index patterns_by_user on people.patterns (tenant_id, user_id, valid_from);
alter table people.patterns add constraint patterns_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- Target utilization in hundredths of a per cent, by grade (user_id null) or by user.
create table people.targets (
  tenant_id int not null,
  id uuid not null,
  grade text check (grade in ('Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner')),
  user_id uuid,
  basis_points int not null check (basis_points between 0 and 10000),
  valid_from date not null,
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  check (num_nonnulls(grade, user_id) = 1),
  exclude using gist (tenant_id with =, grade with =, daterange(valid_from, valid_to) with &&) where (user_id is null),
  exclude using gist (tenant_id with =, user_id with =, daterange(valid_from, valid_to) with &&) where (grade is null)
);
select app.tenant_table('people.targets');
alter table people.targets add constraint targets_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- The ordered levels of a booking; team_id null is the firm's own list, used by teams that have none.
create table people.booking_levels (
  tenant_id int not null,
  id uuid not null,
  team_id uuid,
  position int not null,
  name text not null check (name <> ''),
  counts text not null check (counts in ('soft', 'requested', 'hard')),
  lowest_grade text not null check (lowest_grade in ('Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner')),
  over_capacity text not null default 'mark' check (over_capacity in ('mark', 'refuse')),
  version int not null default 1,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, team_id, counts)
);
select app.tenant_table('people.booking_levels');
alter table people.booking_levels add constraint booking_levels_team foreign key (tenant_id, team_id) references people.teams (tenant_id, id);
