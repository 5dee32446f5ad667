-- The address with which a person signs in follows the one in the firm's records, as long as the account serves this firm alone
-- and nobody else signs in with that address. Whether it moved is told to the plumbing, never to who asked for it.
create function access.move_account(account uuid, address text) returns boolean
  language sql volatile security definer set search_path = pg_catalog as $$
  with moved as (
    update access.accounts a set email = address
    where a.id = account
      and not exists (select from access.memberships m where m.account_id = account and m.tenant_id <> app.tid())
      and not exists (select from access.accounts o where o.email_lc = lower(address) and o.id <> account)
    returning 1)
  select exists (select from moved)
$$;
revoke execute on function access.move_account(uuid, text) from public;
grant execute on function access.move_account(uuid, text) to cadre_app;
