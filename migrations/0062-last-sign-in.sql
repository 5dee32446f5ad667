-- When somebody last came in: sessions end and are cleared away, so that the membership keeps it. No index: the list of people
-- shows it and does not sort by it, so that a sign-in writes no index at all.
alter table access.memberships add column last_sign_in timestamptz;

create or replace function access.open_session(hash bytea, account uuid, tenant int, member uuid, from_ip text, with_agent text)
  returns table (tenant_id int)
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare says record;
begin
  -- The account is the lock: two sign-ins at once would both find room for one more.
  update access.accounts set last_tenant_id = tenant where id = account;
  update access.memberships m set last_sign_in = now() where m.tenant_id = tenant and m.id = member;
  select * into says from access.session_life(tenant);
  -- Whoever signs in to the firm has accepted.
  delete from access.links l where l.purpose = 'invite' and l.tenant_id = tenant and l.user_id = member;
  insert into access.sessions (token_hash, account_id, tenant_id, user_id, idle, expires_at, ip, agent)
    values (hash, account, tenant, member, says.idle, now() + says.life, from_ip, with_agent);
  return query delete from access.sessions s where s.account_id = account and s.id in (
    select o.id from access.sessions o where o.account_id = account and o.token_hash <> hash
    order by o.created_at desc, o.id desc offset 9) returning s.tenant_id;
end $$;

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
  update access.memberships m set last_sign_in = now() where m.tenant_id = tenant and m.id = member;
  return true;
end $$;
