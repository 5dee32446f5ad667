-- What a country asks of working time: most a day, most a week, least rest from one day's work to the next; null is nothing.
-- What passes it is warned of, or refused where the firm says so. A firm has a row for a country that it has said something of.
create table time.working_times (
  tenant_id int not null,
  id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  day_minutes int check (day_minutes between 1 and 1440),
  week_minutes int check (week_minutes between 1 and 10080),
  rest_minutes int check (rest_minutes between 1 and 1440),
  act text not null default 'warn' check (act in ('warn', 'refuse')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint working_times_once unique (tenant_id, country)
);
select app.tenant_table('time.working_times');
alter table time.working_times add constraint working_times_country foreign key (tenant_id, country)
  references settings.countries (tenant_id, code);
