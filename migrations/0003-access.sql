create schema access;
grant usage on schema access to cadre_app;

-- Global: one identity, which may be a user in several firms. The run-time role reaches it through the functions below only.
create table access.accounts (
  id uuid primary key,
  email text not null,
  email_lc text not null unique generated always as (lower(email)) stored,
  password_hash text,
  is_active boolean not null default true,
  last_tenant_id int references settings.tenants (id),
  created_at timestamptz not null default now()
);

-- What decides a user's access. Read before the tenant is known, so row security binds the run-time role but not the
-- owner's functions (enabled, not forced).
create table access.memberships (
  tenant_id int not null,
  id uuid not null,
  account_id uuid references access.accounts (id),
  category text not null check (category in ('hr', 'operational', 'admin')),
  grade text not null check (grade in ('Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner')),
  role text not null default 'user',
  is_superuser boolean not null default false,
  is_active boolean not null default true,
  language text not null default 'en' check (language in ('en', 'fr', 'de', 'es')),
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, account_id),
  foreign key (tenant_id) references settings.tenants (id)
);
create index memberships_by_account on access.memberships (account_id);
alter table access.memberships enable row level security;
create policy tenant on access.memberships using (tenant_id = app.tid()) with check (tenant_id = app.tid());
grant select, insert, update, delete on access.memberships to cadre_app;

-- A role's flags by page key: {"timesheet": {"view_page": true, …}}.
create table access.roles (
  tenant_id int not null,
  id uuid not null,
  role text not null check (role <> ''),
  accesses jsonb not null,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, role),
  foreign key (tenant_id) references settings.tenants (id)
);
alter table access.roles enable row level security;
create policy tenant on access.roles using (tenant_id = app.tid()) with check (tenant_id = app.tid());
grant select, insert, update, delete on access.roles to cadre_app;

create table access.sessions (
  token_hash bytea primary key,
  previous_hash bytea unique,
  account_id uuid not null references access.accounts (id) on delete cascade,
  tenant_id int not null references settings.tenants (id) on delete cascade,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_account on access.sessions (account_id);
create index sessions_by_expiry on access.sessions (expires_at);

-- Failed sign-ins, by account and by address; a success clears the account's.
create table access.throttle (
  key text primary key,
  failures int not null,
  since timestamptz not null
);

create function access.session_actor(hash bytea) returns table (
  account_id uuid, tenant_id int, user_id uuid, category text, grade text, role text, is_superuser boolean, language text,
  accesses jsonb, stale boolean
) language sql stable security definer set search_path = pg_catalog as $$
  select s.account_id, s.tenant_id, s.user_id, m.category, m.grade, coalesce(r.role, u.role), m.is_superuser, m.language,
    coalesce(r.accesses, u.accesses), s.last_seen_at < now() - interval '1 minute' or s.previous_hash is not null
  from access.sessions s
  join access.accounts a on a.id = s.account_id and a.is_active
  join settings.tenants t on t.id = s.tenant_id and t.is_active
  join access.memberships m on m.tenant_id = s.tenant_id and m.id = s.user_id and m.is_active
  left join access.roles r on r.tenant_id = m.tenant_id and r.role = m.role
  left join access.roles u on u.tenant_id = m.tenant_id and u.role = 'user'
  where (s.token_hash = hash or s.previous_hash = hash)
    and s.expires_at > now() and s.last_seen_at > now() - interval '2 hours'
$$;

-- The first use of the new token of a switched session ends the old one.
create function access.touch_session(hash bytea) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  update access.sessions set last_seen_at = now(), previous_hash = null where token_hash = hash
$$;

create function access.open_session(hash bytea, account uuid, tenant int, member uuid, lives interval) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  insert into access.sessions (token_hash, account_id, tenant_id, user_id, expires_at)
    values (hash, account, tenant, member, now() + lives);
  update access.accounts set last_tenant_id = tenant where id = account;
$$;

-- A switch of firms: the new session answers to the old token too until the new one is first used.
create function access.switch_session(old_hash bytea, new_hash bytea, tenant int, member uuid) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare old access.sessions;
begin
  delete from access.sessions where token_hash = old_hash or previous_hash = old_hash returning * into old;
  if old is null then return false; end if;
  insert into access.sessions (token_hash, previous_hash, account_id, tenant_id, user_id, created_at, expires_at)
    values (new_hash, old_hash, old.account_id, tenant, member, old.created_at, old.expires_at);
  update access.accounts set last_tenant_id = tenant where id = old.account_id;
  return true;
end $$;

create function access.end_session(hash bytea) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  delete from access.sessions where token_hash = hash or previous_hash = hash
$$;

create function access.end_sessions_of(tenant int, member uuid) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  delete from access.sessions where tenant_id = tenant and user_id = member
$$;

create function access.account_by_email(address text) returns table (id uuid, password_hash text, is_active boolean, last_tenant_id int)
  language sql stable security definer set search_path = pg_catalog as $$
  select id, password_hash, is_active, last_tenant_id from access.accounts where email_lc = lower(address)
$$;

create function access.firms_of(account uuid) returns table (tenant_id int, user_id uuid, slug text, name text, is_superuser boolean)
  language sql stable security definer set search_path = pg_catalog as $$
  select m.tenant_id, m.id, t.slug, t.name, m.is_superuser
  from access.memberships m join settings.tenants t on t.id = m.tenant_id
  where m.account_id = account and m.is_active and t.is_active order by t.name, t.id
$$;

-- The account of an address, made when there is none. An account that exists keeps its password.
create function access.account_for(new_id uuid, address text, hash text) returns uuid
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare found uuid;
begin
  insert into access.accounts (id, email, password_hash) values (new_id, address, hash)
    on conflict (email_lc) do nothing;
  select id into found from access.accounts where email_lc = lower(address);
  return found;
end $$;

create function access.set_password_hash(account uuid, hash text) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  update access.accounts set password_hash = hash where id = account
$$;

create function access.failures(keys text[], span interval) returns int
  language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(max(failures), 0) from access.throttle where key = any (keys) and since > now() - span
$$;

create function access.count_failure(keys text[], span interval) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  insert into access.throttle as t (key, failures, since) select k, 1, now() from unnest(keys) k
  on conflict (key) do update set
    failures = case when t.since > now() - span then t.failures + 1 else 1 end,
    since = case when t.since > now() - span then t.since else excluded.since end
$$;

create function access.clear_failures(keys text[]) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  delete from access.throttle where key = any (keys)
$$;

revoke execute on all functions in schema access from public;
grant execute on all functions in schema access to cadre_app;
