-- The firm whose e-mail domain an address has. The table of domains comes with single sign-on, later than this; a function in
-- this language looks for it when it is called.
create function access.firm_of_address(address text) returns int
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return (select d.firm from access.domains d join settings.tenants t on t.id = d.firm and t.is_active
    where d.domain = lower(split_part(address, '@', 2)));
end $$;
revoke execute on function access.firm_of_address(text) from public;
grant execute on function access.firm_of_address(text) to cadre_app;
