-- What every room stands on: the run-time role's rights, the tenant of a transaction, and the plumbing's own tables.
-- The role cadre_app is made before the first migration, since a role belongs to the server and not to the database.
create extension if not exists btree_gist;

create schema app;
grant usage on schema app to cadre_app;

-- The tenant of the transaction. nullif: after a commit the setting reads as an empty string, not as null.
create function app.tid() returns int language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant_id', true), '')::int $$;

-- SET LOCAL takes no parameters, and set_config() does not reach the shards of a distributed database.
create function app.set_tenant(tenant int) returns void language plpgsql
  as $$ begin execute format('set local app.tenant_id = %L', tenant); end $$;

-- Gives a table its tenant policy, the run-time role's rights, and its shards where the database is distributed.
-- Called before the table's foreign keys are added: a distributed database refuses the other order.
create function app.tenant_table(name regclass, rights text default 'select, insert, update, delete') returns void
  language plpgsql as $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    execute format('select create_distributed_table(%L, %L, colocate_with => %L)', name, 'tenant_id',
      case when name = 'app.files'::regclass then 'none' else 'app.files' end);
  end if;
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s using (tenant_id = app.tid()) with check (tenant_id = app.tid())', name);
  execute format('grant %s on %s to cadre_app', rights, name);
end $$;

-- Metadata of stored bytes; the bytes stand in the file store.
create table app.files (
  tenant_id int not null,
  id uuid not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select app.tenant_table('app.files');
create index files_by_owner on app.files (tenant_id, created_by, name, created_at);

-- Who changed what and when. What it was before and after stands in rows of its own, so that a person can be erased
-- while the record that something changed stays.
create table app.audit_changes (
  tenant_id int not null,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  request_id text,
  entity text not null,
  entity_id text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  primary key (tenant_id, id)
);
select app.tenant_table('app.audit_changes', 'select, insert');
create index audit_by_entity on app.audit_changes (tenant_id, entity, entity_id, id);

create table app.audit_details (
  tenant_id int not null,
  change_id uuid not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, change_id)
);
select app.tenant_table('app.audit_details', 'select, insert');
alter table app.audit_details add constraint audit_details_change
  foreign key (tenant_id, change_id) references app.audit_changes (tenant_id, id);

-- The answer to a create that carried an Idempotency-Key: the same key again gets the same answer.
create table app.idempotency (
  tenant_id int not null,
  user_id uuid not null,
  key text not null,
  operation text not null,
  request_sha256 text not null,
  status int not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
select app.tenant_table('app.idempotency');
