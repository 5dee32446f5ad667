-- How long a firm keeps what it knows of people, and what it tells them of that. No row: what is usual.
create table support.privacy (
  tenant_id int not null,
  id uuid not null,
  -- Whether leavers are erased by themselves once nothing has to be kept of them.
  erases_leavers boolean not null default false,
  -- Months after which pictures of closed tickets go, and after which the audit forgets what was before and after. Null: never.
  picture_months int default 12 check (picture_months between 1 and 600),
  audit_months int check (audit_months between 12 and 600),
  -- What the firm tells its people of their data; each publication has the next number, 0 is none.
  notice text not null default '' check (length(notice) <= 20000),
  edition int not null default 0 check (edition >= 0),
  published_at timestamptz,
  -- The last change of the audit whose values were forgotten by age.
  forgotten_through uuid not null default '00000000-0000-0000-0000-000000000000',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint privacy_once unique (tenant_id),
  check ((notice = '') or (edition > 0)),
  check ((edition > 0) = (published_at is not null))
);
select app.tenant_table('support.privacy');

-- For how many months after the last day of work records of a person are kept, where a firm says other than what is usual.
create table support.retentions (
  tenant_id int not null,
  id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  months int not null check (months between 0 and 600),
  version int not null default 1,
  primary key (tenant_id, id),
  constraint retentions_once unique (tenant_id, country)
);
select app.tenant_table('support.retentions');

-- Who said when that they read which edition; the id is the person's.
create table support.acknowledgements (
  tenant_id int not null,
  id uuid not null,
  edition int not null check (edition > 0),
  at timestamptz not null,
  primary key (tenant_id, id)
);
select app.tenant_table('support.acknowledgements');
alter table support.acknowledgements add constraint acknowledgements_user
  foreign key (tenant_id, id) references people.users (tenant_id, id);

-- When a person was erased: from then on nothing says who they were, and nobody can sign in as them.
alter table people.users add column erased_at timestamptz,
  add constraint users_erased check (erased_at is null or (email is null and first_name = '' and custom = '{}'));
create index users_erased on people.users (tenant_id, id) where erased_at is not null;

-- Whose data may be kept and not used, and why: no report counts them, and nobody finds them to book them.
alter table people.users add column restricted_at timestamptz, add column restricted_reason text not null default '',
  add constraint users_restricted check ((restricted_at is null) = (restricted_reason = '') and length(restricted_reason) <= 2000);
create index users_restricted on people.users (tenant_id, id) where restricted_at is not null;

-- When what was before and after was forgotten. Such a row is proved by the sealed event of the same moment.
alter table app.audit_details add column forgotten_at timestamptz;

-- Takes what says who a person is out of what the audit keeps of some rows; figures stay. Only for the functions below.
create function app.forget_details(ids uuid[], keys text[], moment timestamptz) returns int
  language sql volatile security definer set search_path = pg_catalog as $$
  with forgotten as (
    update app.audit_details d set before = d.before - keys, after = d.after - keys, forgotten_at = moment
    where d.tenant_id = app.tid() and d.change_id = any (ids) and (d.before ?| keys or d.after ?| keys)
    returning 1)
  select count(*)::int from forgotten
$$;
revoke execute on function app.forget_details(uuid[], text[], timestamptz) from public;

-- The audit forgets what was before and after of the next changes behind one, up to another; that they were made, by whom and when,
-- stays. Ids begin with their moment, so these lie side by side however much was forgotten before.
create function app.forget_range(after_id uuid, before_id uuid, moment timestamptz, at_once int)
  returns table (last_id uuid, seen int)
  language sql volatile security definer set search_path = pg_catalog as $$
  with old as (
    select c.id from app.audit_changes c
    where c.tenant_id = app.tid() and c.id > after_id and c.id < before_id order by c.id limit at_once),
  forgotten as (
    update app.audit_details d set before = null, after = null, forgotten_at = moment
    from old where d.tenant_id = app.tid() and d.change_id = old.id and (d.before is not null or d.after is not null)
    returning 1)
  select (select o.id from old o order by o.id desc limit 1), (select count(*)::int from old)
$$;
revoke execute on function app.forget_range(uuid, uuid, timestamptz, int) from public;
grant execute on function app.forget_range(uuid, uuid, timestamptz, int) to cadre_app;

-- An account goes with the last firm it belongs to.
create function access.forget_account(account uuid) returns void
  language sql volatile security definer set search_path = pg_catalog as $$
  delete from access.accounts a
  where a.id = account and not exists (select from access.memberships m where m.account_id = account)
$$;
revoke execute on function access.forget_account(uuid) from public;

-- What they wrote and what was written of them: the texts go, the records and their figures stay.
create function support.erase_texts(person uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  tenant constant int := app.tid();
  gone constant text := '—';
begin
  update time.entries e set comment = '', custom = e.custom - array(
      select f.key from settings.data_fields f
      where f.tenant_id = tenant and f.collection = 'time_entries' and f.type in ('text', 'user'))
    where e.tenant_id = tenant and e.user_id = person and (e.comment <> '' or e.custom <> '{}');
  delete from time.timers where tenant_id = tenant and id = person;
  update time.approvals set reason = '' where tenant_id = tenant and user_id = person and reason <> '';
  update time.decisions set reason = '' where tenant_id = tenant and (user_id = person or created_by = person) and reason <> '';
  update planning.bookings set note = '' where tenant_id = tenant and user_id = person and note <> '';
  update leave.requests set reason = '', comment = '' where tenant_id = tenant and user_id = person and (reason <> '' or comment <> '');
  update leave.ledger set comment = '' where tenant_id = tenant and user_id = person and comment <> '';
  update clients.restrictions set reason = '' where tenant_id = tenant and user_id = person and reason <> '';
  update pricing.lines set note = '' where tenant_id = tenant and user_id = person and note <> '';
  update pricing.messages set text = gone, about = '' where tenant_id = tenant and user_id = person;
  update support.messages m set text = gone where m.tenant_id = tenant and (m.author_id = person
    or m.ticket_id in (select t.id from support.tickets t where t.tenant_id = tenant and t.user_id = person));
  update support.tickets set subject = gone, text = gone, expected = '' where tenant_id = tenant and user_id = person;
end $$;
revoke execute on function support.erase_texts(uuid) from public;

-- What was theirs alone goes whole.
create function support.erase_belongings(person uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  tenant constant int := app.tid();
begin
  delete from access.api_tokens where tenant_id = tenant and user_id = person;
  delete from access.links where tenant_id = tenant and user_id = person;
  delete from access.sessions where tenant_id = tenant and user_id = person;
  delete from app.idempotency where tenant_id = tenant and user_id = person;
  delete from leave.feeds where tenant_id = tenant and user_id = person;
  delete from settings.notifications where tenant_id = tenant and user_id = person;
  delete from settings.notification_choices where tenant_id = tenant and id = person;
  delete from settings.user_settings where tenant_id = tenant and id = person;
  delete from support.acknowledgements where tenant_id = tenant and id = person;
  with pictures as (
    delete from support.images i using support.tickets t
    where i.tenant_id = tenant and t.tenant_id = tenant and t.id = i.ticket_id and t.user_id = person returning i.file_id)
  delete from app.files f using pictures p where f.tenant_id = tenant and f.id = p.file_id;
  -- That somebody's time was looked at is also the business of whom it was: the number stays, the address goes.
  update app.access_log set ip = '' where tenant_id = tenant and actor_id = person and ip <> '';
end $$;
revoke execute on function support.erase_belongings(uuid) from public;

-- The audit keeps who changed what and when, and every figure; not who somebody was, nor what they wrote.
create function support.erase_audit(person uuid, account uuid, moment timestamptz) returns void
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  tenant constant int := app.tid();
  -- Tables in which a row is about one person, or written by them.
  own constant text[] := array['time.entries', 'time.timers', 'time.submissions', 'time.approvals', 'time.decisions', 'planning.bookings',
    'leave.requests', 'leave.ledger', 'clients.restrictions', 'pricing.lines', 'pricing.messages', 'support.tickets', 'support.messages'];
  texts constant text[] := array['comment', 'note', 'reason', 'text', 'about', 'subject', 'expected', 'custom'];
  who constant text[] := array['email', 'email_lc', 'first_name', 'last_name', 'name', 'name_lc', 'custom', 'site', 'cost_category',
    'address', 'agent', 'account_id', 'to', 'from'];
begin
  perform app.forget_details(array(
    select c.id from app.audit_changes c
    where c.tenant_id = tenant and c.entity in ('people.users', 'access.memberships', 'access.accounts', 'access.sessions')
      and c.entity_id in (person::text, account::text)), who, moment);
  perform app.forget_details(array(
    select c.id from app.audit_changes c where c.tenant_id = tenant and c.actor_id = person and c.entity = any (own)), texts, moment);
  perform app.forget_details(array(
    select c.id from app.audit_changes c where c.tenant_id = tenant and c.entity = any (own) and c.entity_id = any (array(
      select id::text from time.entries where tenant_id = tenant and user_id = person
      union all select id::text from time.approvals where tenant_id = tenant and user_id = person
      union all select id::text from time.decisions where tenant_id = tenant and user_id = person
      union all select id::text from planning.bookings where tenant_id = tenant and user_id = person
      union all select id::text from leave.requests where tenant_id = tenant and user_id = person
      union all select id::text from leave.ledger where tenant_id = tenant and user_id = person
      union all select id::text from clients.restrictions where tenant_id = tenant and user_id = person
      union all select id::text from pricing.lines where tenant_id = tenant and user_id = person
      union all select m.id::text from support.messages m join support.tickets t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
        where m.tenant_id = tenant and t.user_id = person))), texts, moment);
  perform app.forget_details(array(
    select c.id from app.audit_changes c join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
    where c.tenant_id = tenant and c.action = 'delete' and c.entity = any (own) and d.before ->> 'user_id' = person::text), texts, moment);
end $$;
revoke execute on function support.erase_audit(uuid, uuid, timestamptz) from public;

-- Erases a person who left: a number stands where the name stood, and every sum stays. Nothing may keep what was before, so this
-- does not pass the gateway. False: there is nobody, or they were erased before.
create function support.erase_person(person uuid, moment timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  tenant constant int := app.tid();
  account uuid;
  called text;
begin
  select m.account_id, u.name into account, called from people.users u
    join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
    where u.tenant_id = tenant and u.id = person and u.erased_at is null for update;
  if not found then return false; end if;
  perform support.erase_texts(person);
  perform support.erase_belongings(person);
  -- What was told to others of them; it lives for some weeks anyway.
  delete from settings.notifications where tenant_id = tenant and (jsonb_path_exists(facts, '$.** ? (@ == $name)', jsonb_build_object('name', called))
    or facts ->> 'reference' = any (array(select t.reference from support.tickets t where t.tenant_id = tenant and t.user_id = person)));
  update access.memberships set account_id = null, is_active = false, is_superuser = false, last_sign_in = null, version = version + 1
    where tenant_id = tenant and id = person;
  if account is not null then perform access.forget_account(account); end if;
  update people.users set email = null, first_name = '', last_name = '#' || upper(right(person::text, 6)), custom = '{}', site = null,
    cost_category = null, restricted_at = null, restricted_reason = '', erased_at = moment, version = version + 1
    where tenant_id = tenant and id = person;
  perform support.erase_audit(person, account, moment);
  return true;
end $$;
revoke execute on function support.erase_person(uuid, timestamptz) from public;
grant execute on function support.erase_person(uuid, timestamptz) to cadre_app;

-- Pictures of tickets closed before a moment, with their files; the bytes are the caller's to remove.
create function support.forget_pictures(age timestamptz, at_once int) returns table (file_id uuid)
  language sql volatile security definer set search_path = pg_catalog as $$
  with old as (
    select i.id from support.images i join support.tickets t on t.tenant_id = i.tenant_id and t.id = i.ticket_id
    where i.tenant_id = app.tid() and t.status = 'closed' and t.updated_at < age order by i.id limit at_once),
  pictures as (
    delete from support.images i using old where i.tenant_id = app.tid() and i.id = old.id returning i.file_id)
  delete from app.files f using pictures p where f.tenant_id = app.tid() and f.id = p.file_id
  returning f.id
$$;
revoke execute on function support.forget_pictures(timestamptz, int) from public;
grant execute on function support.forget_pictures(timestamptz, int) to cadre_app;
