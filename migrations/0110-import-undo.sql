-- A whole import can be taken back, once: its entries go, its line stays and says who did it and when.
alter table time.imports
  add column version int not null default 1,
  add column undone_at timestamptz,
  add column undone_by uuid,
  add column undone_count int check (undone_count >= 0),
  add constraint imports_undone check ((undone_at is null) = (undone_count is null));
-- The list of imports, newest first.
create index imports_by_time on time.imports (tenant_id, created_at desc, id);
-- What an import brought; entries that people typed are not in it.
create index entries_by_import on time.entries (tenant_id, import_id, id) where import_id is not null;
