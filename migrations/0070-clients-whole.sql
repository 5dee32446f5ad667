-- A client may be won, worked for or put away. The column changes its type in place: an update would see no rows, since the
-- policy holds for the owner too.
alter table clients.clients alter column is_active drop default;
alter table clients.clients alter column is_active type text using (case when is_active then 'active' else 'archived' end);
alter table clients.clients rename column is_active to status;
alter table clients.clients alter column status set default 'active';
alter table clients.clients add constraint clients_status check (status in ('prospect', 'active', 'archived'));
alter table clients.clients add column is_active boolean not null generated always as (status <> 'archived') stored;

-- The group it belongs to, who answers for it, and where invoices go.
alter table clients.clients add column parent_id uuid;
alter table clients.clients add column responsible_id uuid;
alter table clients.clients add column legal_name text not null default '';
alter table clients.clients add column street text not null default '';
alter table clients.clients add column postal_code text not null default '';
alter table clients.clients add column city text not null default '';
alter table clients.clients add column country text check (country ~ '^[A-Z]{2}$');
alter table clients.clients add column vat_id text check (vat_id ~ '^[A-Z]{2}[A-Z0-9+*]{2,13}$');
alter table clients.clients add column billing_email text check (billing_email <> '');
alter table clients.clients add column language text check (language in ('en', 'fr', 'de', 'es'));
alter table clients.clients add column currency text check (currency ~ '^[A-Z]{3}$');
alter table clients.clients add column payment_days int check (payment_days between 0 and 365);
alter table clients.clients add constraint clients_not_own_parent check (parent_id <> id);
alter table clients.clients add constraint clients_parent foreign key (tenant_id, parent_id) references clients.clients (tenant_id, id);
alter table clients.clients add constraint clients_responsible foreign key (tenant_id, responsible_id) references people.users (tenant_id, id);
-- Groups are walked up and down, and the list is read in the order of names.
create index clients_by_parent on clients.clients (tenant_id, parent_id) where parent_id is not null;
create index clients_by_responsible on clients.clients (tenant_id, responsible_id) where responsible_id is not null;
create index clients_by_name on clients.clients (tenant_id, name_lc collate app.names, id);

create table clients.contacts (
  tenant_id int not null,
  id uuid not null,
  client_id uuid not null,
  name text not null check (name <> ''),
  position text not null default '',
  email text check (email <> ''),
  phone text not null default '',
  is_billing boolean not null default false,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('clients.contacts');
create index contacts_by_client on clients.contacts (tenant_id, client_id);
alter table clients.contacts add constraint contacts_client foreign key (tenant_id, client_id) references clients.clients (tenant_id, id);

-- Who may not work for a client and for the clients of its group, from a day up to and without another: one person, or a team
-- with all below it.
create table clients.restrictions (
  tenant_id int not null,
  id uuid not null,
  client_id uuid not null,
  user_id uuid,
  team_id uuid,
  reason text not null default '',
  valid_from date not null,
  valid_to date not null default 'infinity' check (valid_to > valid_from),
  version int not null default 1,
  primary key (tenant_id, id),
  check ((user_id is null) <> (team_id is null)),
  exclude using gist (tenant_id with =, client_id with =, user_id with =, daterange(valid_from, valid_to) with &&),
  exclude using gist (tenant_id with =, client_id with =, team_id with =, daterange(valid_from, valid_to) with &&)
);
select app.tenant_table('clients.restrictions');
create index restrictions_by_client on clients.restrictions (tenant_id, client_id);
create index restrictions_by_user on clients.restrictions (tenant_id, user_id) where user_id is not null;
create index restrictions_by_team on clients.restrictions (tenant_id, team_id) where team_id is not null;
alter table clients.restrictions add constraint restrictions_client foreign key (tenant_id, client_id) references clients.clients (tenant_id, id);
alter table clients.restrictions add constraint restrictions_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
alter table clients.restrictions add constraint restrictions_team foreign key (tenant_id, team_id) references people.teams (tenant_id, id);
