-- What a person is told, in the app, by mail or both. Private and no business data: it is not audited, and cleared by its age.
create table settings.notifications (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind ~ '^[a-z]+\.[a-z_]+$'),
  -- What the words are made from, in the reader's language, when they are read.
  facts jsonb not null default '{}',
  link text check (link ~ '^/([^/]|$)'),
  -- What it is about, where the same must not be said twice.
  occasion text,
  in_app boolean not null,
  by_mail boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id),
  check (in_app or by_mail)
);
select app.tenant_table('settings.notifications');
create unique index notifications_once on settings.notifications (tenant_id, user_id, kind, occasion) where occasion is not null;
create index notifications_of_user on settings.notifications (tenant_id, user_id, id) where in_app;
create index notifications_unread on settings.notifications (tenant_id, user_id) where in_app and read_at is null;
create index notifications_by_age on settings.notifications (tenant_id, created_at);

-- Which of it a person wants, by kind: {"leave.decided": {"mail": false}}. What is not said is as the kind has it.
create table settings.notification_choices (
  tenant_id int not null,
  id uuid not null,
  choices jsonb not null default '{}' check (pg_column_size(choices) < 20000),
  primary key (tenant_id, id)
);
select app.tenant_table('settings.notification_choices');

-- Nothing was ever written here.
alter table people.users drop column notifications;

-- When people are reminded of time that is missing: ISO weekday and hour in the firm's zone; no weekday is no reminder.
alter table settings.firm
  add column remind_weekday int default 1 check (remind_weekday between 1 and 7),
  add column remind_hour int not null default 9 check (remind_hour between 0 and 23);
