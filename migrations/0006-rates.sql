create schema rates;
grant usage on schema rates to cadre_app;

create table rates.service_lines (
  tenant_id int not null,
  id uuid not null,
  name text not null check (name <> ''),
  name_lc text not null generated always as (lower(name)) stored,
  lead_id uuid,
  is_active boolean not null default true,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name_lc)
);
select app.tenant_table('rates.service_lines');
alter table rates.service_lines add constraint service_lines_lead foreign key (tenant_id, lead_id) references people.users (tenant_id, id);

create table rates.sl_roles (
  tenant_id int not null,
  id uuid not null,
  service_line_id uuid not null,
  name text not null check (name <> ''),
  name_lc text not null generated always as (lower(name)) stored,
  is_active boolean not null default true,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, service_line_id, name_lc)
);
select app.tenant_table('rates.sl_roles');
alter table rates.sl_roles add constraint sl_roles_line foreign key (tenant_id, service_line_id) references rates.service_lines (tenant_id, id);

-- One row is one dated price of an hour, in minor units of its currency; a change is a new row from a date.
create table rates.rates (
  tenant_id int not null,
  id uuid not null,
  sl_role_id uuid not null,
  grade text not null check (grade in ('Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  standard_rate bigint not null check (standard_rate >= 0),
  cost_rate bigint not null check (cost_rate >= 0),
  nfi_rate bigint check (nfi_rate >= 0),
  valid_from date not null,
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  exclude using gist (tenant_id with =, sl_role_id with =, grade with =, country with =, currency with =,
    daterange(valid_from, valid_to) with &&)
);
select app.tenant_table('rates.rates');
alter table rates.rates add constraint rates_role foreign key (tenant_id, sl_role_id) references rates.sl_roles (tenant_id, id);
