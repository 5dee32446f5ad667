-- What a service line wants of its work, in hundredths of a per cent: the target, and the floor below which a partner decides.
alter table rates.service_lines add column target_margin int check (target_margin between 0 and 10000);
alter table rates.service_lines add column floor_margin int check (floor_margin between 0 and 10000);
alter table rates.service_lines add column target_recovery int check (target_recovery between 0 and 20000);
alter table rates.service_lines add column floor_recovery int check (floor_recovery between 0 and 20000);
alter table rates.service_lines add constraint service_lines_floors
  check (floor_margin <= target_margin and floor_recovery <= target_recovery);

-- The grades that may take the role.
alter table rates.sl_roles add column lowest_grade text not null default 'Intern'
  check (lowest_grade in ('Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner'));
alter table rates.sl_roles add column highest_grade text not null default 'Partner'
  check (highest_grade in ('Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner'));
alter table rates.sl_roles add constraint sl_roles_grades check (
  array_position('{Intern,Junior,Senior,Manager,Senior Manager,Director,Partner}'::text[], lowest_grade)
  <= array_position('{Intern,Junior,Senior,Manager,Senior Manager,Director,Partner}'::text[], highest_grade));

-- Every change of rates at once is one version of the financial variables: who made it, from when it holds, and what it came to.
-- It is never changed afterwards.
create table rates.changes (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  origin text not null check (origin in ('screen', 'table')),
  note text not null default '',
  valid_from date not null,
  added int not null check (added >= 0),
  changed int not null check (changed >= 0),
  primary key (tenant_id, id)
);
select app.tenant_table('rates.changes', 'select, insert');
alter table rates.changes add constraint changes_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- What a client usually pays, where it differs from the standard rate. What an hour costs is not known to everybody who keeps rates.
alter table rates.rates add column charge_rate bigint check (charge_rate >= 0);
alter table rates.rates alter column cost_rate drop not null;
alter table rates.rates add column change_id uuid;
alter table rates.rates add constraint rates_change foreign key (tenant_id, change_id) references rates.changes (tenant_id, id);
-- The sheet of a service line reads the rates of its roles on a day.
create index rates_by_role on rates.rates (tenant_id, sl_role_id, valid_from);
-- The log shows a service line's changes: those that its rates came with.
create index rates_by_change on rates.rates (tenant_id, change_id, sl_role_id) where change_id is not null;
create index sl_roles_by_line on rates.sl_roles (tenant_id, service_line_id);

-- What one unit of a currency is worth in another, in millionths, from a day on.
create table rates.exchange (
  tenant_id int not null,
  id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  base text not null check (base ~ '^[A-Z]{3}$' and base <> currency),
  millionths bigint not null check (millionths > 0),
  valid_from date not null,
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  exclude using gist (tenant_id with =, currency with =, base with =, daterange(valid_from, valid_to) with &&)
);
select app.tenant_table('rates.exchange');
