-- Those of some people of the firm whose invitation is open: a page of the list does not look at everybody's.
create function access.invited(members uuid[]) returns table (user_id uuid)
  language sql stable security definer set search_path = pg_catalog as $$
  select l.user_id from access.links l where l.purpose = 'invite' and l.tenant_id = app.tid() and l.user_id = any (members)
$$;
revoke execute on function access.invited(uuid[]) from public;
grant execute on function access.invited(uuid[]) to cadre_app;
