-- Of which share of which budget the people of a project have been told: each once, and anew when the budget is another one.
create table time.budgets_told (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  percent int not null check (percent in (80, 100)),
  budget_minutes int not null,
  told_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, project_id, percent, budget_minutes)
);
select app.tenant_table('time.budgets_told', 'select, insert');
alter table time.budgets_told add constraint budgets_told_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
