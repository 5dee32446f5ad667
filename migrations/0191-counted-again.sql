-- The planner knows of a firm what it last counted: nothing, of a firm that came since. It then takes any index that begins with the
-- firm and reads all of the firm's rows for each row of another table: seconds for three hundred people, minutes for thousands.
-- So whoever adds many rows has their tables counted with it, and every hour what grew in small steps. Only the owner of a table
-- may have it counted; who is counting already is not waited for.
drop function time.count_again();

create function app.count_again(grown text[], added int[]) returns int
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  part record;
  counted int := 0;
begin
  for part in
    select format('%I.%I', n.nspname, c.relname) as name
    from unnest(grown, added) as g(name, rows)
    join pg_namespace n on n.nspname = split_part(g.name, '.', 1)
    join pg_class c on c.relnamespace = n.oid and c.relname = split_part(g.name, '.', 2) and c.relkind in ('r', 'p')
    where n.nspname not like 'pg\_%' and n.nspname <> 'information_schema'
      and g.rows >= 50 and g.rows::bigint * 200 >= c.reltuples
  loop
    execute 'analyze (skip_locked) ' || part.name;
    counted := counted + 1;
  end loop;
  return counted;
end $$;
revoke execute on function app.count_again(text[], int[]) from public;
grant execute on function app.count_again(text[], int[]) to cadre_app;

-- What grew or changed by a two-hundredth since it was counted: the database's own rule waits for a tenth, which is many firms.
create function app.count_grown() returns int
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  part record;
  counted int := 0;
begin
  for part in
    select format('%I.%I', s.schemaname, s.relname) as name from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid
    where s.n_mod_since_analyze >= 100 and s.n_mod_since_analyze * 200 >= c.reltuples and s.schemaname <> 'jobs'
      and pg_has_role(current_user, c.relowner, 'USAGE')
  loop
    execute 'analyze (skip_locked) ' || part.name;
    counted := counted + 1;
  end loop;
  return counted;
end $$;
revoke execute on function app.count_grown() from public;
grant execute on function app.count_grown() to cadre_app;
