-- What hours are worth is told by rates, agreements, pricings and stamps of rooms that come before the reports, so it is not kept by
-- deltas as the hours are: it is made anew, a person's month at a time. Every write that moves such a month raises its revision;
-- the reports settle it with the revision that they saw before they read its entries. What is not settled is rated when it is read.
create table time.person_months (
  tenant_id int not null,
  month date not null,
  user_id uuid not null,
  revision bigint not null default 1,
  settled bigint not null default 0,
  primary key (tenant_id, month, user_id),
  constraint person_months_settled check (settled <= revision)
);
select app.tenant_table('time.person_months');
-- The few months that wait: every report asks for them.
create index person_months_unsettled on time.person_months (tenant_id, month, user_id) where settled <> revision;
alter table time.person_months add constraint person_months_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- Months that are there already wait like new ones.
alter table time.months no force row level security;
alter table time.person_months no force row level security;
insert into time.person_months (tenant_id, month, user_id) select distinct tenant_id, month, user_id from time.months;
alter table time.months force row level security;
alter table time.person_months force row level security;

create schema reporting;
grant usage on schema reporting to cadre_app;

-- What the hours of a month are worth, by the keys of time.months. Amounts are seconds times minor units of the project's currency an
-- hour: whole numbers that add up exactly, divided by 3,600 once where they are shown.
create table reporting.worth (
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
  standard bigint not null,
  charge bigint not null,
  cost bigint not null,
  -- Seconds on projects for which there is no standard rate, nothing to charge, no cost rate.
  unpriced_seconds bigint not null,
  unrated_seconds bigint not null,
  uncosted_seconds bigint not null,
  primary key (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country)
);
select app.tenant_table('reporting.worth');
-- What fixed fees are earned by: the standard value of one project over all of its time.
create index worth_by_project on reporting.worth (tenant_id, project_id, month) include (standard, chargeable);
alter table reporting.worth add constraint worth_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- Rates, agreements and roles that changed: from a month on all time of a project (the nil id: of the firm) waits to be rated anew.
create table reporting.upsets (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  from_month date not null,
  primary key (tenant_id, id)
);
select app.tenant_table('reporting.upsets');

-- One at a time keeps the worth of a firm.
create table reporting.upkeep (
  tenant_id int not null,
  -- When it last did.
  at timestamptz not null,
  primary key (tenant_id)
);
select app.tenant_table('reporting.upkeep');
