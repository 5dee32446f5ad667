-- Names stand in lists as people expect them: "Émile" beside "Emil", small letters beside large ones. Every order by a name
-- says `collate app.names`; keys stay bytewise, so that another version of the rules can never break a unique name.
create collation app.names (provider = icu, locale = 'und');

drop index people.users_by_name;
create index users_by_name on people.users (tenant_id, name_lc collate app.names, id);
drop index clients.projects_by_name;
create index projects_by_name on clients.projects (tenant_id, name_lc collate app.names, id);

-- The same as before, by name in this order.
create or replace function access.firms_of(account uuid)
  returns table (tenant_id int, user_id uuid, slug text, name text, is_superuser boolean)
  language sql stable security definer set search_path = pg_catalog as $$
  select m.tenant_id, m.id, t.slug, t.name, m.is_superuser
  from access.memberships m join settings.tenants t on t.id = m.tenant_id
  where m.account_id = account and m.is_active and t.is_active order by t.name collate app.names, t.id
$$;
