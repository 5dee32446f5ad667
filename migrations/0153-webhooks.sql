-- Addresses that a firm has told of what changes: time, bookings, leave, projects. What leaves is signed with the sealed key.
create table support.webhooks (
  tenant_id int not null,
  id uuid not null,
  address text not null check (char_length(address) between 8 and 500),
  secret text not null,
  topics text[] not null check (cardinality(topics) >= 1 and topics <@ array['time', 'bookings', 'leave', 'projects']),
  is_active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select app.tenant_table('support.webhooks');

-- What was to be told to whom, and how it went. It is its own record: kept for a month, then cleared away.
create table support.deliveries (
  tenant_id int not null,
  id uuid not null,
  webhook_id uuid not null,
  topic text not null check (topic in ('time', 'bookings', 'leave', 'projects', 'test')),
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0 check (attempts >= 0),
  error text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'waiting') = (settled_at is null))
);
select app.tenant_table('support.deliveries');
create index deliveries_by_webhook on support.deliveries (tenant_id, webhook_id, created_at desc, id);
-- What is old is found by its day.
create index deliveries_by_age on support.deliveries (tenant_id, created_at);
alter table support.deliveries add constraint deliveries_webhook
  foreign key (tenant_id, webhook_id) references support.webhooks (tenant_id, id) on delete cascade;
