-- What others cost a project: they come off the fee before it is the firm's own income, unless the client pays them on top of it.
create table invoicing.costs (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  day date not null,
  kind text not null check (kind in ('subcontractor', 'other_firm', 'disbursement')),
  amount bigint not null check (amount between 1 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_rebillable boolean not null default false,
  note text not null default '' check (length(note) <= 500),
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('invoicing.costs');
-- The list of a project, the latest first; and those of a period, for reports.
create index costs_by_project on invoicing.costs (tenant_id, project_id, day desc, id);
create index costs_by_day on invoicing.costs (tenant_id, day);
alter table invoicing.costs add constraint costs_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
