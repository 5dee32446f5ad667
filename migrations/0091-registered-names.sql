-- What somebody who registers is called: a firm that takes them in by the domain of their address knows them by it from then on.
alter table access.accounts
  add column first_name text not null default '' check (length(first_name) <= 100),
  add column last_name text not null default '' check (length(last_name) <= 100);

-- An account that somebody made for themselves, with their names. Nothing when the address is taken.
create function access.register_account(new_id uuid, address text, hash text, given text, family text) returns uuid
  language sql volatile security definer set search_path = pg_catalog as $$
  insert into access.accounts (id, email, password_hash, is_verified, first_name, last_name)
  values (new_id, address, hash, false, given, family)
  on conflict (email_lc) do nothing returning id
$$;
revoke execute on function access.register_account(uuid, text, text, text, text) from public;
grant execute on function access.register_account(uuid, text, text, text, text) to cadre_app;

create function access.registered_names(account uuid) returns table (first_name text, last_name text)
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return query select a.first_name, a.last_name from access.accounts a where a.id = account;
end $$;
revoke execute on function access.registered_names(uuid) from public;
grant execute on function access.registered_names(uuid) to cadre_app;
