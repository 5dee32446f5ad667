-- The same summed over people: what projects are worth, month by month. Kept with each portion of the other by what came and went.
create table reporting.project_worth (
  tenant_id int not null,
  month date not null,
  project_id uuid not null,
  chargeable boolean not null,
  seconds bigint not null,
  standard bigint not null,
  charge bigint not null,
  cost bigint not null,
  unpriced_seconds bigint not null,
  unrated_seconds bigint not null,
  uncosted_seconds bigint not null,
  primary key (tenant_id, month, project_id, chargeable)
);
select app.tenant_table('reporting.project_worth');
-- What fixed fees are earned by: the standard value of one project over all of its time.
create index project_worth_by_project on reporting.project_worth (tenant_id, project_id) include (standard, charge, chargeable);

-- Told by the sums above now. Read by months, the rows of people stand in the order in which they were made.
drop index reporting.worth_by_project;

alter table reporting.worth no force row level security;
alter table reporting.project_worth no force row level security;
insert into reporting.project_worth (tenant_id, month, project_id, chargeable, seconds, standard, charge, cost, unpriced_seconds,
  unrated_seconds, uncosted_seconds)
select tenant_id, month, project_id, chargeable, sum(seconds), sum(standard), sum(charge), sum(cost), sum(unpriced_seconds),
  sum(unrated_seconds), sum(uncosted_seconds)
from reporting.worth group by 1, 2, 3, 4;
alter table reporting.worth force row level security;
alter table reporting.project_worth force row level security;
