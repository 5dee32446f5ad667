-- A field that is not wanted any more is put aside: what was written in it stays.
alter table settings.data_fields add column is_active boolean not null default true;
alter table settings.data_fields add column created_at timestamptz not null default now();
create index data_fields_in_order on settings.data_fields (tenant_id, collection, position, id);

-- People, clients and projects have theirs already.
alter table time.entries add column custom jsonb not null default '{}';

-- The language in which new people of the firm begin.
alter table settings.firm add column language text not null default 'en' check (language in ('en', 'fr', 'de', 'es'));

-- The list of firms is global and the run-time role only reads it: a firm may rename itself, and nothing else.
create function settings.rename_firm(new_name text) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  update settings.tenants set name = new_name where id = app.tid()
$$;
revoke execute on function settings.rename_firm(text) from public;
grant execute on function settings.rename_firm(text) to cadre_app;
