-- Sessions that ended by time, and failures of sign-in that count no more: cleared by a job.
create function access.clear_ended() returns table (sessions int, failures int)
  language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  delete from access.sessions where expires_at < now() or last_seen_at < now() - interval '2 hours';
  get diagnostics sessions = row_count;
  delete from access.throttle where since < now() - interval '1 day';
  get diagnostics failures = row_count;
  return next;
end $$;
revoke execute on function access.clear_ended() from public;
grant execute on function access.clear_ended() to cadre_app;

-- What may be cleared is found by its age.
create index sessions_by_last_seen on access.sessions (last_seen_at);
create index idempotency_by_age on app.idempotency (tenant_id, created_at);
create index files_by_age on app.files (tenant_id, created_at);
