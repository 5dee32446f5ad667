-- Many people at once: their accounts and their invitations in one statement each, however many there are.

-- The accounts of addresses, made without a password where there are none. One that exists keeps what it has.
create function access.accounts_for(new_ids uuid[], addresses text[]) returns table (address text, account uuid)
  language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  -- In one order, so that two lists which share addresses do not wait for each other in a circle.
  insert into access.accounts (id, email)
    select x.id, x.wanted from unnest(new_ids, addresses) as x(id, wanted) order by lower(x.wanted)
    on conflict (email_lc) do nothing;
  return query select a.email_lc, a.id from access.accounts a where a.email_lc in (select lower(w) from unnest(addresses) w);
end $$;

-- Those of the addresses with which somebody of the firm signs in; they are given in small letters.
create function access.members_at(addresses text[]) returns table (address text, member uuid)
  language sql stable security definer set search_path = pg_catalog as $$
  select a.email_lc, m.id from access.accounts a
  join access.memberships m on m.account_id = a.id and m.tenant_id = app.tid()
  where a.email_lc = any (addresses)
$$;

-- Invitations of many; earlier ones of the same people open nothing any more.
create function access.ask_invitations(
  new_ids uuid[], accounts uuid[], members uuid[], languages text[], life interval, by_user uuid
) returns void language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  delete from access.links l where l.purpose = 'invite' and l.tenant_id = app.tid() and l.user_id = any (members);
  insert into access.links (id, purpose, account_id, tenant_id, user_id, language, lives, created_by, expires_at)
    select x.id, 'invite', x.account, app.tid(), x.member, x.language, life, by_user, now() + life
    from unnest(new_ids, accounts, members, languages) as x(id, account, member, language);
end $$;

revoke execute on function access.accounts_for(uuid[], text[]), access.members_at(text[]),
  access.ask_invitations(uuid[], uuid[], uuid[], text[], interval, uuid) from public;
grant execute on function access.accounts_for(uuid[], text[]), access.members_at(text[]),
  access.ask_invitations(uuid[], uuid[], uuid[], text[], interval, uuid) to cadre_app;
