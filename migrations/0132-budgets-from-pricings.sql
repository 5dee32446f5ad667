-- Which agreed version of a pricing became the budget of a project, and what the budget was before: never changed afterwards.
create table pricing.takeovers (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  pricing_id uuid not null,
  version_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  budget_minutes int not null check (budget_minutes >= 0),
  budget_fee bigint not null check (budget_fee >= 0),
  -- Null: the project had none.
  before_minutes int check (before_minutes >= 0),
  before_fee bigint check (before_fee >= 0),
  primary key (tenant_id, id),
  -- A version becomes a budget once, also where two ask for it at the same moment.
  constraint takeovers_once unique (tenant_id, version_id)
);
select app.tenant_table('pricing.takeovers', 'select, insert');
-- The latest of a project, which its budget names.
create index takeovers_by_project on pricing.takeovers (tenant_id, project_id, id desc);
alter table pricing.takeovers add constraint takeovers_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table pricing.takeovers add constraint takeovers_pricing foreign key (tenant_id, pricing_id) references pricing.pricings (tenant_id, id);
alter table pricing.takeovers add constraint takeovers_version foreign key (tenant_id, version_id) references pricing.versions (tenant_id, id);
alter table pricing.takeovers add constraint takeovers_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

alter table pricing.history drop constraint history_action_check;
alter table pricing.history add constraint history_action_check check (action in
  ('created', 'submitted', 'asked', 'withdrawn', 'table_approved', 'approved', 'rejected', 'won', 'lost', 'replaced', 'taken_over'));
