-- What people write to each other about a pricing: never changed afterwards.
create table pricing.messages (
  tenant_id int not null,
  id uuid not null,
  pricing_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  text text not null check (text <> '' and length(text) <= 4000),
  -- The line that it is about, in the words that it had then; the line itself may be gone.
  about text not null default '' check (length(about) <= 500),
  line_id uuid,
  -- Who is called by name.
  mentions uuid[] not null default '{}' check (cardinality(mentions) <= 20),
  primary key (tenant_id, id)
);
select app.tenant_table('pricing.messages', 'select, insert');
-- A chat is read from its end, and counted from where somebody has read to.
create index messages_by_pricing on pricing.messages (tenant_id, pricing_id, id desc);
alter table pricing.messages add constraint messages_pricing foreign key (tenant_id, pricing_id) references pricing.pricings (tenant_id, id);
alter table pricing.messages add constraint messages_author foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- How far somebody has read. Private and no business data: it is not audited.
create table pricing.reads (
  tenant_id int not null,
  user_id uuid not null,
  pricing_id uuid not null,
  -- The last message that was seen.
  message_id uuid not null,
  primary key (tenant_id, user_id, pricing_id)
);
select app.tenant_table('pricing.reads');
alter table pricing.reads add constraint reads_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
alter table pricing.reads add constraint reads_pricing foreign key (tenant_id, pricing_id) references pricing.pricings (tenant_id, id);
