-- Of how few people reports still tell utilization, rates and cost: smaller groups are put together. 0: of each.
alter table settings.firm add column least_people smallint not null default 0
  constraint firm_least_people check (least_people = 0 or least_people between 2 and 50);
