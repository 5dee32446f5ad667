-- The country and region of a person have dates once they move: holidays, rules of leave and hours follow the place of the day.
-- Who never moved has no row here and is in the country of `people.users`, which stays that of today: a firm's people are many
-- and those who move few, and every read of capacity looks in here.
create table people.places (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  region text check (region <> ''),
  valid_from date not null,
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  exclude using gist (tenant_id with =, user_id with =, daterange(valid_from, valid_to) with &&)
);
select app.tenant_table('people.places');
-- One person's places in their order; those of a firm for a range are the whole of its few rows.
create index places_by_user on people.places (tenant_id, user_id, valid_from);
alter table people.places add constraint places_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
