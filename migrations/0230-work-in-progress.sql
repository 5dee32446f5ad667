-- Time that stands on no draft, no invoice and no write-off, with what the client would pay for it: made anew with the worth of the
-- same months, whenever time is written or billed. Each row says how far it had come by each day of its month, so that the age of
-- work is told to the day without a row a day: element n is the sum of the days up to the n-th, the last one that of the month.
create table reporting.unbilled (
  tenant_id int not null,
  month date not null,
  user_id uuid not null,
  project_id uuid not null,
  task_type_id uuid not null,
  grade text not null,
  team_id uuid not null,
  country text not null,
  -- Whether anything says what an hour of it is worth.
  is_rated boolean not null,
  seconds int[] not null,
  -- Seconds times minor units of the project's currency an hour.
  value bigint[] not null,
  primary key (tenant_id, month, user_id, project_id, task_type_id, grade, team_id, country, is_rated),
  constraint unbilled_days check (cardinality(seconds) = 31 and cardinality(value) = 31),
  constraint unbilled_unrated check (is_rated or value[31] = 0)
);
select app.tenant_table('reporting.unbilled');
alter table reporting.unbilled add constraint unbilled_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- What was kept before is made once more, for this table too.
alter table reporting.upsets no force row level security;
insert into reporting.upsets (tenant_id, id, project_id, from_month)
select id, gen_random_uuid(), '00000000-0000-0000-0000-000000000000', '0001-01-01' from settings.tenants;
alter table reporting.upsets force row level security;
