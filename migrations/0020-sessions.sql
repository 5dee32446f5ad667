-- How long people stay signed in is the firm's to say: without a call, and in all.
alter table settings.firm
  add column session_idle_minutes int not null default 120 check (session_idle_minutes between 5 and 1440),
  add column session_hours int not null default 12 check (session_hours between 1 and 720);

-- A session can be named without its token, and says from where it was opened.
alter table access.sessions
  add column id uuid not null default gen_random_uuid(),
  add column idle interval not null default '2 hours',
  add column ip text not null default '',
  add column agent text not null default '',
  add column if not exists auth_method text not null default 'password',
  add column if not exists auth_time timestamptz not null default now();
create unique index sessions_by_id on access.sessions (id);
create index sessions_by_user on access.sessions (tenant_id, user_id);
drop index access.sessions_by_last_seen;

-- What a firm says of its sessions, whatever firm the transaction is in: its settings are bound by row security.
create function access.session_life(tenant int) returns table (idle interval, life interval)
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare was text := current_setting('app.tenant_id', true);
begin
  perform app.set_tenant(tenant);
  return query select make_interval(mins => f.session_idle_minutes), make_interval(hours => f.session_hours)
    from settings.firm f where f.tenant_id = tenant;
  if not found then return query select interval '2 hours', interval '12 hours'; end if;
  execute format('set local app.tenant_id = %L', coalesce(was, ''));
end $$;

create or replace function access.session_actor(hash bytea) returns table (
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
    and s.expires_at > now() and s.last_seen_at > now() - s.idle
$$;

-- Opens a session; an account has at most ten, so the oldest ends. Answers the firms whose sessions ended for it.
drop function access.open_session(bytea, uuid, int, uuid, interval);
create function access.open_session(hash bytea, account uuid, tenant int, member uuid, from_ip text, with_agent text)
  returns table (tenant_id int)
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare says record;
begin
  -- The account is the lock: two sign-ins at once would both find room for one more.
  update access.accounts set last_tenant_id = tenant where id = account;
  select * into says from access.session_life(tenant);
  -- Whoever signs in to the firm has accepted.
  delete from access.links l where l.purpose = 'invite' and l.tenant_id = tenant and l.user_id = member;
  insert into access.sessions (token_hash, account_id, tenant_id, user_id, idle, expires_at, ip, agent)
    values (hash, account, tenant, member, says.idle, now() + says.life, from_ip, with_agent);
  return query delete from access.sessions s where s.account_id = account and s.id in (
    select o.id from access.sessions o where o.account_id = account and o.token_hash <> hash
    order by o.created_at desc, o.id desc offset 9) returning s.tenant_id;
end $$;

-- A switch of firms: what answers to the new token is a session of the new firm, with that firm's patience. The old token
-- means the new firm, too, until the new one is first used.
create or replace function access.switch_session(old_hash bytea, new_hash bytea, tenant int, member uuid) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare says record; switched uuid; fresh uuid := gen_random_uuid();
begin
  select * into says from access.session_life(tenant);
  update access.sessions s set id = fresh, token_hash = new_hash, previous_hash = old_hash, tenant_id = tenant,
      user_id = member, idle = says.idle, last_seen_at = now(), expires_at = least(s.expires_at, s.created_at + says.life)
    where s.token_hash = old_hash or s.previous_hash = old_hash returning s.account_id into switched;
  if switched is null then return false; end if;
  update access.accounts set last_tenant_id = tenant where id = switched;
  return true;
end $$;

drop function access.end_session(bytea);
create function access.end_session(hash bytea) returns table (tenant_id int, user_id uuid)
  language sql volatile security definer set search_path = pg_catalog as $$
  delete from access.sessions s where s.token_hash = hash or s.previous_hash = hash returning s.tenant_id, s.user_id
$$;

create function access.session_firm(hash bytea) returns table (tenant_id int, user_id uuid)
  language sql stable security definer set search_path = pg_catalog as $$
  select s.tenant_id, s.user_id from access.sessions s where s.token_hash = hash or s.previous_hash = hash
$$;

-- Live sessions: of an account in every firm, or of a user in one firm.
create function access.sessions_of(account uuid, tenant int, member uuid, own_hash bytea) returns table (
  id uuid, tenant_id int, firm text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
  ip text, agent text, auth_method text, is_current boolean
) language sql stable security definer set search_path = pg_catalog as $$
  select s.id, s.tenant_id, t.name, s.created_at, s.last_seen_at, s.expires_at, s.ip, s.agent, s.auth_method,
    s.token_hash = own_hash or s.previous_hash is not distinct from own_hash
  from access.sessions s join settings.tenants t on t.id = s.tenant_id
  where (s.account_id = account or (s.tenant_id = tenant and s.user_id = member))
    and s.expires_at > now() and s.last_seen_at > now() - s.idle
  order by s.last_seen_at desc, s.id
$$;

-- Ends sessions by their ids: an account's own, or those in one firm. Answers which they were.
create function access.end_sessions_named(ids uuid[], account uuid, tenant int)
  returns table (id uuid, tenant_id int, user_id uuid)
  language sql volatile security definer set search_path = pg_catalog as $$
  delete from access.sessions s where s.id = any (ids) and (s.account_id = account or s.tenant_id = tenant)
  returning s.id, s.tenant_id, s.user_id
$$;

-- The firm became less patient, or more: its sessions keep their beginning.
create function access.apply_session_life() returns void
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare says record;
begin
  select * into says from access.session_life(app.tid());
  update access.sessions s set idle = says.idle, expires_at = s.created_at + says.life where s.tenant_id = app.tid();
end $$;

create or replace function access.clear_ended() returns table (sessions int, failures int)
  language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  delete from access.sessions s where s.expires_at < now() or s.last_seen_at < now() - s.idle;
  get diagnostics sessions = row_count;
  delete from access.throttle t where t.last < now() - interval '1 day';
  get diagnostics failures = row_count;
  delete from access.links l where l.expires_at < now() - interval '30 days';
  return next;
end $$;

-- Links that open an account: a new password, an invitation, an address to confirm, the set-up of an installation. A link may
-- have several tokens, since a mail that has to be sent again carries another one: the database has their digests alone.
create table access.links (
  id uuid primary key,
  purpose text not null check (purpose in ('reset', 'invite', 'confirm', 'set_up')),
  account_id uuid references access.accounts (id) on delete cascade,
  tenant_id int references settings.tenants (id) on delete cascade,
  user_id uuid,
  language text not null default 'en',
  hashes bytea[] not null default '{}',
  lives interval not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((purpose = 'set_up') = (account_id is null)),
  check ((purpose = 'invite') = (user_id is not null))
);
create index links_by_token on access.links using gin (hashes);
create index links_by_account on access.links (account_id);
create unique index links_one_invitation on access.links (tenant_id, user_id) where purpose = 'invite';
create unique index links_one_reset on access.links (account_id) where purpose in ('reset', 'confirm');
create unique index links_one_set_up on access.links (purpose) where purpose = 'set_up';

-- Whether the person behind the address has shown that it is theirs. Accounts so far were made by firms and operators.
alter table access.accounts add column is_verified boolean not null default true;
alter table access.accounts alter column is_verified set default false;

drop function access.account_by_email(text);
create function access.account_by_email(address text)
  returns table (id uuid, email text, password_hash text, is_active boolean, is_verified boolean, last_tenant_id int)
  language sql stable security definer set search_path = pg_catalog as $$
  select id, email, password_hash, is_active, is_verified, last_tenant_id from access.accounts where email_lc = lower(address)
$$;

-- The account of an address, made when there is none. An account that exists keeps its password. Who makes it with one, an
-- operator, vouches for the address.
create or replace function access.account_for(new_id uuid, address text, hash text) returns uuid
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare found uuid;
begin
  insert into access.accounts (id, email, password_hash, is_verified) values (new_id, address, hash, hash is not null)
    on conflict (email_lc) do nothing;
  select id into found from access.accounts where email_lc = lower(address);
  return found;
end $$;

-- An account that somebody makes for themselves: nobody knows yet whether the address is theirs. Null when there is one.
create function access.register_account(new_id uuid, address text, hash text) returns uuid
  language sql volatile security definer set search_path = pg_catalog as $$
  insert into access.accounts (id, email, password_hash, is_verified) values (new_id, address, hash, false)
  on conflict (email_lc) do nothing returning id
$$;

-- Asks for a link: the one before it, of the same kind, is worth nothing any more. Without an account nothing is done.
create function access.ask_link(
  new_id uuid, new_purpose text, account uuid, tenant int, member uuid, in_language text, life interval, by_user uuid
) returns void language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  if account is null and new_purpose <> 'set_up' then return; end if;
  delete from access.links l where case new_purpose
    when 'invite' then l.purpose = 'invite' and l.tenant_id = tenant and l.user_id = member
    when 'set_up' then l.purpose = 'set_up'
    else l.purpose in ('reset', 'confirm') and l.account_id = account end;
  insert into access.links (id, purpose, account_id, tenant_id, user_id, language, lives, created_by, expires_at)
    values (new_id, new_purpose, account, tenant, member, in_language, life, by_user, now() + life);
end $$;

-- Gives a link one more token, from now on; nothing when it was revoked, used, or replaced by a later one.
create function access.arm_link(link uuid, hash bytea)
  returns table (purpose text, email text, firm text, language text, has_password boolean)
  language sql volatile security definer set search_path = pg_catalog as $$
  with armed as (
    update access.links l set hashes = l.hashes || hash, expires_at = now() + l.lives where l.id = link returning l.*)
  select a.purpose, o.email, t.name, coalesce(m.language, a.language), o.password_hash is not null and o.is_verified
  from armed a left join access.accounts o on o.id = a.account_id left join settings.tenants t on t.id = a.tenant_id
  left join access.memberships m on m.tenant_id = a.tenant_id and m.account_id = a.account_id
$$;

-- What a live token opens. A link of somebody who may not sign in opens nothing.
create function access.link_of(hash bytea)
  returns table (id uuid, purpose text, account_id uuid, email text, tenant_id int, user_id uuid, expires_at timestamptz)
  language sql stable security definer set search_path = pg_catalog as $$
  select l.id, l.purpose, l.account_id, a.email, l.tenant_id, l.user_id, l.expires_at
  from access.links l left join access.accounts a on a.id = l.account_id
  where l.hashes @> array[hash] and l.expires_at > now() and (l.account_id is null or a.is_active)
    and (l.user_id is null or exists (
      select from access.memberships m join settings.tenants t on t.id = m.tenant_id and t.is_active
      where m.tenant_id = l.tenant_id and m.id = l.user_id and m.account_id = l.account_id and m.is_active))
$$;

-- A new password by a link: the link and every other one of the account is worth nothing from then on, every session ends,
-- and the address is known to be theirs. Of two at once one gets nothing. Answers the firms whose sessions ended, null for none.
create function access.reset_password(hash bytea, new_hash text) returns table (account_id uuid, tenants int[])
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare opened uuid; ended int[];
begin
  delete from access.links l where l.id = (select o.id from access.link_of(hash) o) returning l.account_id into opened;
  if opened is null then return; end if;
  update access.accounts a set password_hash = new_hash, is_verified = true where a.id = opened;
  delete from access.links l where l.account_id = opened;
  with gone as (delete from access.sessions s where s.account_id = opened returning s.tenant_id)
    select array_agg(distinct g.tenant_id) into ended from gone g;
  return query select opened, coalesce(ended, '{}');
end $$;

-- A new password by who knows the old one: other sessions end, and links with them. Nothing when the old one changed meanwhile.
create function access.change_password(account uuid, old_hash text, new_hash text, own_hash bytea) returns table (tenants int[])
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare ended int[];
begin
  update access.accounts a set password_hash = new_hash where a.id = account and a.password_hash = old_hash;
  if not found then return; end if;
  delete from access.links l where l.account_id = account;
  with gone as (
    delete from access.sessions s where s.account_id = account and s.token_hash <> own_hash
      and s.previous_hash is distinct from own_hash returning s.tenant_id)
    select array_agg(distinct g.tenant_id) into ended from gone g;
  return query select coalesce(ended, '{}');
end $$;

-- The same password under other parameters, unless it changed meanwhile.
drop function access.set_password_hash(uuid, text);
create function access.rehash(account uuid, old_hash text, new_hash text) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  update access.accounts set password_hash = new_hash where id = account and password_hash = old_hash
$$;

create function access.own_password(account uuid) returns table (email text, password_hash text)
  language sql stable security definer set search_path = pg_catalog as $$
  select email, password_hash from access.accounts where id = account
$$;

-- Who is deactivated in a firm: sessions there end, and links of the account are worth nothing.
create or replace function access.end_sessions_of(tenant int, member uuid) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  delete from access.links l using access.memberships m
    where m.tenant_id = tenant and m.id = member and l.account_id = m.account_id and (l.tenant_id is null or l.tenant_id = tenant);
  delete from access.links l where l.tenant_id = tenant and l.user_id = member;
  delete from access.sessions where tenant_id = tenant and user_id = member
$$;

-- As before; a link that was sent to the old address opens nothing.
create or replace function access.move_account(account uuid, address text) returns boolean
  language sql volatile security definer set search_path = pg_catalog as $$
  with moved as (
    update access.accounts a set email = address
    where a.id = account
      and not exists (select from access.memberships m where m.account_id = account and m.tenant_id <> app.tid())
      and not exists (select from access.accounts o where o.email_lc = lower(address) and o.id <> account)
    returning a.id),
  dead as (delete from access.links l using moved where l.account_id = moved.id)
  select exists (select from moved)
$$;

-- Invitations of the firm that were not accepted yet.
create function access.invitations() returns table (user_id uuid, email text, created_at timestamptz, expires_at timestamptz, is_live boolean)
  language sql stable security definer set search_path = pg_catalog as $$
  select l.user_id, a.email, l.created_at, l.expires_at, l.expires_at > now()
  from access.links l join access.accounts a on a.id = l.account_id
  where l.purpose = 'invite' and l.tenant_id = app.tid() order by l.created_at desc, l.user_id
$$;

create function access.revoke_invitation(member uuid) returns boolean
  language sql volatile security definer set search_path = pg_catalog as $$
  with gone as (delete from access.links l where l.purpose = 'invite' and l.tenant_id = app.tid() and l.user_id = member returning 1)
  select exists (select from gone)
$$;

-- The set-up of an installation without a firm: the number of its first one, and the firm itself, once.
create function access.next_firm() returns int
  language sql volatile security definer set search_path = pg_catalog as $$
  select nextval(pg_get_serial_sequence('settings.tenants', 'id'))::int
$$;

-- Whoever sets the installation up says who they are: an account that somebody registered before them is theirs from now on.
create function access.set_up_account(new_id uuid, address text, hash text) returns uuid
  language sql volatile security definer set search_path = pg_catalog as $$
  insert into access.accounts as a (id, email, password_hash, is_verified) values (new_id, address, hash, true)
  on conflict (email_lc) do update set password_hash = excluded.password_hash, is_verified = true returning a.id
$$;

create function access.found_firm(hash bytea, firm int, firm_slug text, firm_name text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  delete from access.links l where l.purpose = 'set_up' and l.hashes @> array[hash] and l.expires_at > now();
  if not found or exists (select from settings.tenants) then return false; end if;
  insert into settings.tenants (id, slug, name) overriding system value values (firm, firm_slug, firm_name);
  return true;
end $$;

-- Tries in vain, each later one of which waits longer.
alter table access.throttle add column last timestamptz not null default now();

-- Seconds until the next try: none up to so many failures for a key, then half a minute, doubled with each further one up to a
-- quarter of an hour.
create function access.seconds_to_wait(keys text[], free int[]) returns int
  language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(max(greatest(0, ceil(extract(epoch from
      t.last + least(interval '15 minutes', interval '30 seconds' * power(2, least(t.failures - k.free, 10))) - now())))), 0)::int
  from unnest(keys, free) as k (key, free) join access.throttle t on t.key = k.key
  where t.failures >= k.free and t.last > now() - interval '1 day'
$$;

-- A count begins anew after a day without a failure; one that began longer than `span` ago, where one is given.
drop function access.count_failure(text[], interval);
create function access.count_failure(keys text[], spans interval[]) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  insert into access.throttle as t (key, failures, since, last)
    select k.key, 1, now(), now() from unnest(keys) as k (key)
  on conflict (key) do update set
    failures = case when t.since > now() - spans[array_position(keys, t.key)] then t.failures + 1 else 1 end,
    since = case when t.since > now() - spans[array_position(keys, t.key)] then t.since else excluded.since end,
    last = excluded.last
$$;
drop function access.failures(text[], interval);

revoke execute on all functions in schema access from public;
grant execute on all functions in schema access to cadre_app;
