-- Ending a session tells whose firm it was, so that every process forgets whom the token spoke for.
drop function access.end_session(bytea);
create function access.end_session(hash bytea) returns table (tenant_id int)
  language sql volatile security definer set search_path = pg_catalog as $$
  delete from access.sessions s where s.token_hash = hash or s.previous_hash = hash returning s.tenant_id
$$;
revoke execute on function access.end_session(bytea) from public;
grant execute on function access.end_session(bytea) to cadre_app;
