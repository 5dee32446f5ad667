create index sessions_by_provider on access.sessions (provider_id) where provider_id is not null;

-- How many sessions a provider of the firm vouches for: they end when it is removed.
create function access.sessions_of_provider(provider uuid) returns int
  language sql stable security definer set search_path = pg_catalog as $$
  select count(*)::int from access.sessions s join access.providers p on p.id = s.provider_id
  where s.provider_id = provider and p.tenant_id = app.tid() and s.expires_at > now()
$$;

-- A letter also knows whether its firm lets anybody in by password.
drop function access.arm_link(uuid, bytea);
create function access.arm_link(link uuid, hash bytea)
  returns table (purpose text, email text, firm text, language text, has_password boolean, sso_only boolean)
  language sql volatile security definer set search_path = pg_catalog as $$
  with armed as (
    update access.links l set hashes = l.hashes || hash, expires_at = now() + l.lives where l.id = link returning l.*)
  select a.purpose, o.email, t.name, coalesce(m.language, a.language), o.password_hash is not null and o.is_verified,
    coalesce(d.sso_only, false)
  from armed a left join access.accounts o on o.id = a.account_id left join settings.tenants t on t.id = a.tenant_id
  left join access.memberships m on m.tenant_id = a.tenant_id and m.account_id = a.account_id
  left join access.sign_in_demands d on d.firm = a.tenant_id
$$;

revoke execute on function access.sessions_of_provider(uuid), access.arm_link(uuid, bytea) from public;
grant execute on function access.sessions_of_provider(uuid), access.arm_link(uuid, bytea) to cadre_app;
