-- The audit also has events that are no change of a row (a sign-in, an export), and from where each came. Firm 0 is the
-- installation itself: what happens before anybody knows whose it is.
alter table app.audit_changes drop constraint audit_changes_action_check;
alter table app.audit_changes add constraint audit_changes_action_check check (action ~ '^[a-z_]{1,40}$');
alter table app.audit_changes add column ip text;
create index audit_by_actor on app.audit_changes (tenant_id, actor_id, id);
create index audit_by_action on app.audit_changes (tenant_id, action, id);

-- What proves that the audit is as it was written: a chain over digests, a link for each row. What a person said and was
-- (before and after) has a digest of its own, so that a person can be erased without breaking the chain.
create table app.audit_seals (
  tenant_id int not null,
  position bigint not null,
  change_id uuid not null,
  row_digest bytea not null,
  details_digest bytea not null,
  chain bytea not null,
  sealed_at timestamptz not null,
  primary key (tenant_id, position),
  unique (tenant_id, change_id)
);
select app.tenant_table('app.audit_seals', 'select, insert');

-- Who looked at another person's time, and what was refused to whom: written after the answer, and no part of the chain.
create table app.access_log (
  tenant_id int not null,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid not null,
  ip text not null,
  request_id text not null,
  kind text not null check (kind in ('look', 'refusal')),
  operation text not null,
  subject_id uuid,
  primary key (tenant_id, id)
);
select app.tenant_table('app.access_log', 'select, insert');
create index access_log_by_actor on app.access_log (tenant_id, actor_id, id);
create index access_log_by_subject on app.access_log (tenant_id, subject_id, id) where subject_id is not null;
