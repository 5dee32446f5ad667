-- A new table is spread where the others are, and not merely where the server could: `cadre distribute` has not run before it has.
create or replace function app.tenant_table(name regclass, rights text default 'select, insert, update, delete') returns void
  language plpgsql as $$
declare
  spread boolean := false;
begin
  if exists (select from pg_extension where extname = 'citus') then
    execute $q$select exists (select from pg_dist_partition where logicalrelid = 'app.files'::regclass)$q$ into spread;
  end if;
  if spread then
    execute format('select create_distributed_table(%L, %L, colocate_with => %L)', name, 'tenant_id', 'app.files');
  end if;
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s using (tenant_id = app.tid()) with check (tenant_id = app.tid())', name);
  execute format('grant %s on %s to cadre_app', rights, name);
end $$;
