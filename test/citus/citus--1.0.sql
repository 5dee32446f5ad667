-- Stands in for Citus in tests: it moves no row to another server, and refuses what Citus 13.2 and 14.0 were measured to refuse,
-- in its words. `public.fault` makes it fail, or lose a row, at a table.

create table pg_dist_node (groupid int not null, isactive boolean not null);
create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char" not null, colocationid int);
create table fault (relation regclass primary key, kind text not null);
create table truncated (relation regclass primary key);

create function citus_set_coordinator_host(host text, port int) returns void language sql
  as $$ insert into public.pg_dist_node values (0, true) $$;

create function citus_checks(relation regclass) returns void language plpgsql as $$
begin
  if exists (select from public.fault f where f.relation = citus_checks.relation and kind = 'fails') then
    raise 'connection to the remote node failed';
  end if;
  if exists (select from pg_trigger where tgrelid = relation and not tgisinternal) then
    raise 'cannot distribute relation "%" because it has triggers', relation;
  end if;
  if exists (select from pg_constraint where contype = 'f' and relation in (conrelid, confrelid)) then
    raise 'cannot create foreign key constraint: the other table is local';
  end if;
  if exists (select from pg_policy where polrelid = relation and pg_get_expr(polqual, polrelid) ~* 'select') then
    raise 'cannot create policy';
  end if;
end $$;

create function create_reference_table(relation regclass) returns void language plpgsql as $$
begin
  perform public.citus_checks(relation);
  insert into public.pg_dist_partition values (relation, 'n', null);
end $$;

create function create_distributed_table(relation regclass, distribution_column text, colocate_with text) returns void
  language plpgsql as $$
declare
  colocation int;
begin
  perform public.citus_checks(relation);
  if exists (select from pg_index i where i.indrelid = relation and (i.indisunique or i.indisexclusion) and not exists (
      select from pg_attribute a where a.attrelid = relation and a.attname = distribution_column and a.attnum = any (i.indkey::int2[]))) then
    raise 'cannot create constraint on "%": keys without the partition column are not supported', relation;
  end if;
  if exists (select from pg_attribute a where a.attrelid = relation and a.attname = distribution_column and a.atttypid <> 'int4'::regtype) then
    raise 'cannot colocate tables: types don''t match';
  end if;
  if colocate_with = 'none' then
    select coalesce(max(colocationid), 0) + 1 into colocation from public.pg_dist_partition;
  else
    select colocationid into strict colocation from public.pg_dist_partition where logicalrelid = colocate_with::regclass;
  end if;
  insert into public.pg_dist_partition values (relation, 'h', colocation);
  if exists (select from public.fault f where f.relation = create_distributed_table.relation and kind = 'loses') then
    execute format('delete from %s where ctid = (select ctid from %1$s limit 1)', relation);
  end if;
end $$;

create function truncate_local_data_after_distributing_table(relation regclass) returns void language plpgsql as $$
begin
  if exists (select from pg_constraint where contype = 'f' and confrelid = relation
      and conrelid not in (select logicalrelid from public.pg_dist_partition)) then
    raise 'cannot truncate a table referenced in a foreign key constraint by a local table';
  end if;
  insert into public.truncated values (relation);
end $$;

-- What no change of a distributed table may leave behind.
create function citus_after_ddl() returns event_trigger language plpgsql as $$
declare
  bad text;
begin
  select conname into bad from pg_constraint k
    join public.pg_dist_partition t on t.logicalrelid = k.confrelid
    left join public.pg_dist_partition f on f.logicalrelid = k.conrelid
    where k.contype = 'f' and ((t.partmethod = 'h' and coalesce(f.partmethod, 'l') <> 'h')
      or (t.partmethod = 'h' and k.confdeltype in ('n', 'd'))) limit 1;
  if bad is not null then
    raise 'foreign keys from reference tables and local tables to distributed tables are not supported (%)', bad;
  end if;
  select conname into bad from pg_constraint k join public.pg_dist_partition f on f.logicalrelid = k.conrelid
    where k.contype = 'f' and k.confrelid not in (select logicalrelid from public.pg_dist_partition) limit 1;
  if bad is not null then
    raise 'referenced table must be a distributed table or a reference table (%)', bad;
  end if;
  select tgname into bad from pg_trigger join public.pg_dist_partition on logicalrelid = tgrelid where not tgisinternal limit 1;
  if bad is not null then
    raise 'triggers are not supported on distributed tables (%)', bad;
  end if;
end $$;
create event trigger citus_after_ddl on ddl_command_end when tag in ('ALTER TABLE', 'CREATE TRIGGER', 'CREATE TABLE')
  execute function citus_after_ddl();
