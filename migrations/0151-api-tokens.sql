-- Tokens that people make for their own programs: they speak for their person in one firm, within scopes, until a day. The token
-- names its firm, and its digest alone is kept.
create table access.api_tokens (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- Its last letters, by which people tell one from another.
  ending text not null check (char_length(ending) = 4),
  scopes text[] not null check (cardinality(scopes) between 1 and 30),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  constraint api_tokens_end check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  primary key (tenant_id, id),
  unique (tenant_id, token_hash)
);
select app.tenant_table('access.api_tokens');
create index api_tokens_by_user on access.api_tokens (tenant_id, user_id);
alter table access.api_tokens add constraint api_tokens_user
  foreign key (tenant_id, user_id) references access.memberships (tenant_id, id) on delete cascade;

-- Who a token speaks for, as session_actor says it of a session, and what it may.
create function access.token_actor(tenant int, hash bytea) returns table (
  account_id uuid, tenant_id int, user_id uuid, category text, grade text, role text, is_superuser boolean, language text,
  accesses jsonb, stale boolean, scopes text[]
) language sql stable security definer set search_path = pg_catalog as $$
  select m.account_id, k.tenant_id, k.user_id, m.category, m.grade, coalesce(r.role, u.role), m.is_superuser, m.language,
    coalesce(r.accesses, u.accesses), coalesce(k.last_used_at < now() - interval '1 minute', true), k.scopes
  from access.api_tokens k
  join access.memberships m on m.tenant_id = k.tenant_id and m.id = k.user_id and m.is_active
  join access.accounts a on a.id = m.account_id and a.is_active
  join settings.tenants t on t.id = k.tenant_id and t.is_active
  left join access.roles r on r.tenant_id = m.tenant_id and r.role = m.role
  left join access.roles u on u.tenant_id = m.tenant_id and u.role = 'user'
  where k.tenant_id = tenant and k.token_hash = hash and k.expires_at > now()
$$;

create function access.touch_token(tenant int, hash bytea) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  update access.api_tokens k set last_used_at = now() where k.tenant_id = tenant and k.token_hash = hash
$$;
revoke execute on function access.token_actor(int, bytea), access.touch_token(int, bytea) from public;
grant execute on function access.token_actor(int, bytea), access.touch_token(int, bytea) to cadre_app;
