create schema support;
grant usage on schema support to cadre_app;

-- Where tickets of a firm go. No row: they are read in the product alone.
create table support.desk (
  tenant_id int not null,
  id uuid not null,
  mail_to text check (mail_to ~ '^[^@\s]+@[^@\s]+$' and length(mail_to) <= 254),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  -- The firm has one row, and it has the firm's own id: a second one cannot be.
  constraint desk_once unique (tenant_id)
);
select app.tenant_table('support.desk');

create table support.tickets (
  tenant_id int not null,
  id uuid not null,
  reference text not null,
  user_id uuid not null,
  -- Key of the page from which it was written.
  page text not null check (page <> '' and length(page) <= 60),
  subject text not null check (subject <> '' and length(subject) <= 200),
  text text not null check (text <> '' and length(text) <= 5000),
  expected text not null default '' check (length(expected) <= 5000),
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint tickets_reference unique (tenant_id, reference)
);
select app.tenant_table('support.tickets');
-- One's own tickets, the latest first.
create index tickets_by_user on support.tickets (tenant_id, user_id, id desc);
-- What waits, for administrators.
create index tickets_by_status on support.tickets (tenant_id, status, id desc);
alter table support.tickets add constraint tickets_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- What was written on a ticket after it: by who asked, or by who answers. It is never changed.
create table support.messages (
  tenant_id int not null,
  id uuid not null,
  ticket_id uuid not null,
  author_id uuid not null,
  text text not null check (text <> '' and length(text) <= 5000),
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('support.messages', 'select, insert');
create index messages_by_ticket on support.messages (tenant_id, ticket_id, id);
alter table support.messages add constraint messages_ticket foreign key (tenant_id, ticket_id) references support.tickets (tenant_id, id);
alter table support.messages add constraint messages_author foreign key (tenant_id, author_id) references people.users (tenant_id, id);

create table support.images (
  tenant_id int not null,
  id uuid not null,
  ticket_id uuid not null,
  file_id uuid not null,
  name text not null check (name <> ''),
  version int not null default 1,
  primary key (tenant_id, id),
  constraint images_once unique (tenant_id, ticket_id, file_id)
);
select app.tenant_table('support.images', 'select, insert');
create index images_by_file on support.images (tenant_id, file_id);
alter table support.images add constraint images_ticket foreign key (tenant_id, ticket_id) references support.tickets (tenant_id, id);
alter table support.images add constraint images_file foreign key (tenant_id, file_id) references app.files (tenant_id, id);
