-- Identity providers of a firm, as administrators see them.
create table access.providers (
  tenant_id int not null,
  id uuid not null,
  name text not null check (name <> ''),
  issuer text not null,
  client_id text not null,
  is_active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, issuer)
);
select app.tenant_table('access.providers');
alter table access.providers add constraint providers_tenant foreign key (tenant_id) references settings.tenants (id);

-- How people must have signed in to be let into a firm; without a row, in any way.
create table access.sign_in_rules (
  tenant_id int not null,
  id uuid not null,
  sso_only boolean not null default false,
  -- Values of amr or acr of which one must have been said by the provider; none: nothing is demanded.
  factors text[] not null default '{}',
  fresh_minutes int check (fresh_minutes between 1 and 43200),
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id)
);
select app.tenant_table('access.sign_in_rules');
alter table access.sign_in_rules add constraint sign_in_rules_tenant foreign key (tenant_id) references settings.tenants (id);

-- What sign-in needs of the two, before any tenant is known: copies of its own, global and reached through functions alone. The
-- secret is sealed by the application and stands here only, so that it is neither audited nor exported.
create table access.sign_in_providers (
  id uuid primary key,
  firm int not null references settings.tenants (id) on delete cascade,
  name text not null,
  issuer text not null,
  client_id text not null,
  sealed text not null,
  is_active boolean not null,
  created_at timestamptz not null
);
create index sign_in_providers_by_firm on access.sign_in_providers (firm);

create table access.sign_in_demands (
  firm int primary key references settings.tenants (id) on delete cascade,
  sso_only boolean not null,
  factors text[] not null,
  fresh_minutes int
);

-- Global too: whose e-mail domain it is, as the operator has established. The provider vouches for its addresses.
create table access.domains (
  domain text primary key check (domain = lower(domain)),
  firm int not null references settings.tenants (id) on delete cascade,
  provider_id uuid not null
);
create index domains_by_provider on access.domains (provider_id);

-- Sign-ins under way at a provider, each bound to one browser by the secret of its cookie, of which this is the digest.
create table access.login_tx (
  hash bytea primary key,
  state_hash bytea not null,
  nonce text not null,
  verifier text not null,
  redirect_uri text not null,
  -- Without one: the provider of the installation.
  provider_id uuid,
  address text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index login_tx_by_address on access.login_tx (address, expires_at);
create index login_tx_by_expiry on access.login_tx (expires_at);

-- Who a person is at a provider. An account has at most one identity of an issuer.
create table access.identities (
  issuer text not null,
  subject text not null,
  account_id uuid not null references access.accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (account_id, issuer)
);

alter table access.sessions add column if not exists auth_method text not null default 'password';
alter table access.sessions add column if not exists auth_time timestamptz not null default now();
alter table access.sessions add column if not exists provider_id uuid;
alter table access.sessions add column if not exists factors text[] not null default '{}';

create type access.provider as (
  id uuid, tenant_id int, name text, issuer text, client_id text, sealed text, domains text[], sso_only boolean, factors text[],
  fresh_minutes int
);

create function access.provider_by_id(wanted uuid) returns setof access.provider
  language sql stable security definer set search_path = pg_catalog as $$
  select p.id, p.firm, p.name, p.issuer, p.client_id, p.sealed,
    array(select d.domain from access.domains d where d.provider_id = p.id order by 1),
    coalesce(r.sso_only, false), coalesce(r.factors, '{}'), r.fresh_minutes
  from access.sign_in_providers p
  join settings.tenants t on t.id = p.firm and t.is_active
  left join access.sign_in_demands r on r.firm = p.firm
  where p.id = wanted and p.is_active
$$;

-- The provider of an address, of a firm, or the oldest: nothing tells an unknown address or firm from none at all.
create function access.provider_for(firm_slug text, address_domain text) returns table (provider uuid, matched text)
  language sql stable security definer set search_path = pg_catalog as $$
  with active as (
    select p.id, p.created_at, t.slug from access.sign_in_providers p join settings.tenants t on t.id = p.firm and t.is_active
    where p.is_active),
  chosen as (
    select a.id, 1 as turn, 'domain' as matched, a.created_at from active a join access.domains d on d.provider_id = a.id
      where d.domain = lower(address_domain) and (firm_slug is null or a.slug = firm_slug)
    union all select id, 2, 'firm', created_at from active where slug = firm_slug
    union all select id, 3, 'first', created_at from active)
  select id, chosen.matched from chosen order by turn, created_at, id limit 1
$$;

create function access.has_providers() returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from access.sign_in_providers p join settings.tenants t on t.id = p.firm and t.is_active where p.is_active)
$$;

-- Brings the copy to the firm's own row, which has just been written; without a new secret it keeps the one it has.
create function access.publish_provider(provider uuid, new_sealed text) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  insert into access.sign_in_providers as c (id, firm, name, issuer, client_id, sealed, is_active, created_at)
    select p.id, p.tenant_id, p.name, p.issuer, p.client_id,
      coalesce(new_sealed, (select k.sealed from access.sign_in_providers k where k.id = p.id)), p.is_active, p.created_at
    from access.providers p where p.id = provider and p.tenant_id = app.tid()
  on conflict (id) do update set name = excluded.name, client_id = excluded.client_id, sealed = excluded.sealed,
    is_active = excluded.is_active
$$;

create function access.publish_rules() returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  insert into access.sign_in_demands (firm, sso_only, factors, fresh_minutes)
    select r.tenant_id, r.sso_only, r.factors, r.fresh_minutes from access.sign_in_rules r where r.tenant_id = app.tid()
  on conflict (firm) do update set sso_only = excluded.sso_only, factors = excluded.factors, fresh_minutes = excluded.fresh_minutes
$$;

-- The operator alone calls it: whoever vouches for a domain vouches for its addresses. A domain goes to who names it last.
create function access.keep_domains(provider uuid, names text[]) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  delete from access.domains where provider_id = provider and not domain = any (names);
  insert into access.domains as d (domain, firm, provider_id)
    select n, p.tenant_id, p.id from access.providers p cross join unnest(names) n where p.id = provider and p.tenant_id = app.tid()
  on conflict (domain) do update set firm = excluded.firm, provider_id = excluded.provider_id
$$;

create function access.domains_of(provider uuid) returns text[]
  language sql stable security definer set search_path = pg_catalog as $$
  select array(select d.domain from access.domains d join access.providers p on p.id = d.provider_id
    where d.provider_id = provider and p.tenant_id = app.tid() order by 1)
$$;

-- What a provider leaves behind: its secret, its domains, and the sessions that it vouched for.
create function access.forget_provider(provider uuid) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  with own as (select p.id from access.providers p where p.id = provider and p.tenant_id = app.tid()),
  copies as (delete from access.sign_in_providers where id in (select id from own)),
  names as (delete from access.domains where provider_id in (select id from own)),
  flows as (delete from access.login_tx where provider_id in (select id from own))
  delete from access.sessions where provider_id in (select id from own)
$$;

-- False when this address has as many sign-ins under way as it may.
create function access.open_login_tx(
  new_hash bytea, new_state bytea, new_nonce text, new_verifier text, uri text, provider uuid, from_address text, most int
) returns boolean language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  delete from access.login_tx where expires_at < now();
  if (select count(*) from access.login_tx where address = from_address) >= most then return false; end if;
  insert into access.login_tx (hash, state_hash, nonce, verifier, redirect_uri, provider_id, address, expires_at)
    values (new_hash, new_state, new_nonce, new_verifier, uri, provider, from_address, now() + interval '10 minutes');
  return true;
end $$;

-- Takes one sign-in of this browser, once: that of the state, else (no state, or one that is not this browser's) the latest.
create function access.take_login_tx(hashes bytea[], wanted bytea)
  returns table (state_hash bytea, nonce text, verifier text, redirect_uri text, provider_id uuid)
  language sql volatile security definer set search_path = pg_catalog as $$
  delete from access.login_tx t where t.hash = (
      select x.hash from access.login_tx x where x.hash = any (hashes)
      order by (x.state_hash = wanted) desc nulls last, x.created_at desc limit 1)
    and t.expires_at > now()
  returning t.state_hash, t.nonce, t.verifier, t.redirect_uri, t.provider_id
$$;

create function access.account_by_identity(of_issuer text, of_subject text)
  returns table (id uuid, is_active boolean, last_tenant_id int)
  language sql stable security definer set search_path = pg_catalog as $$
  select a.id, a.is_active, a.last_tenant_id from access.identities i join access.accounts a on a.id = i.account_id
  where i.issuer = of_issuer and i.subject = of_subject
$$;

-- Links a person at a provider to the account of an address whose active user the firm (without one: any firm) has.
-- 'unknown' without such a user, 'taken' when the account is somebody else's at that provider already.
create function access.link_identity(of_issuer text, of_subject text, address text, firm int) returns text
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare found uuid; added int;
begin
  select a.id into found from access.accounts a
  where a.email_lc = lower(address) and a.is_active and exists (
    select from access.memberships m join settings.tenants t on t.id = m.tenant_id and t.is_active
    where m.account_id = a.id and m.is_active and (firm is null or m.tenant_id = firm));
  if found is null then return 'unknown'; end if;
  insert into access.identities (issuer, subject, account_id) values (of_issuer, of_subject, found) on conflict do nothing;
  get diagnostics added = row_count;
  return case when added = 1 then 'linked' else 'taken' end;
end $$;

create function access.note_sign_in(of_hash bytea, how text, by_provider uuid, with_factors text[], at timestamptz) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  update access.sessions set auth_method = how, provider_id = by_provider, factors = with_factors, auth_time = at
  where token_hash = of_hash
$$;

create function access.sign_in_of(of_hash bytea)
  returns table (auth_method text, provider_id uuid, factors text[], auth_time timestamptz, account_id uuid, tenant_id int, age_minutes int)
  language sql stable security definer set search_path = pg_catalog as $$
  select s.auth_method, s.provider_id, s.factors, s.auth_time, s.account_id, s.tenant_id,
    floor(extract(epoch from now() - s.auth_time) / 60)::int
  from access.sessions s where s.token_hash = of_hash or s.previous_hash = of_hash
$$;

-- What firms demand of a sign-in, for those that demand anything.
create function access.demands_of(firms int[])
  returns table (tenant_id int, sso_only boolean, factors text[], fresh_minutes int, providers uuid[])
  language sql stable security definer set search_path = pg_catalog as $$
  select r.firm, r.sso_only, r.factors, r.fresh_minutes,
    array(select p.id from access.sign_in_providers p where p.firm = r.firm and p.is_active)
  from access.sign_in_demands r where r.firm = any (firms) and (r.sso_only or r.factors <> '{}' or r.fresh_minutes is not null)
$$;

revoke execute on all functions in schema access from public;
grant execute on all functions in schema access to cadre_app;
