create schema invoicing;
grant usage on schema invoicing to cadre_app;

-- In whose name the firm invoices: one legal entity, with what its invoices say of it.
create table invoicing.sellers (
  tenant_id int not null,
  id uuid not null,
  name text not null check (name <> '' and length(name) <= 200),
  name_lc text not null generated always as (lower(name)) stored,
  street text not null default '' check (length(street) <= 200),
  postal_code text not null default '' check (length(postal_code) <= 40),
  city text not null default '' check (length(city) <= 200),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Of the country; amounts of tax are told in it too where an invoice is in another.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  vat_id text check (vat_id ~ '^[A-Z]{2}[A-Z0-9+*]{2,13}$'),
  tax_number text not null default '' check (length(tax_number) <= 60),
  register text not null default '' check (length(register) <= 200),
  email text not null default '' check (length(email) <= 200),
  phone text not null default '' check (length(phone) <= 60),
  bank text not null default '' check (length(bank) <= 200),
  iban text not null default '' check (iban ~ '^([A-Z]{2}[0-9]{2}[A-Z0-9]{4,30})?$'),
  bic text not null default '' check (bic ~ '^([A-Z0-9]{8}|[A-Z0-9]{11})?$'),
  payment_days int not null default 30 check (payment_days between 0 and 365),
  -- Hundredths of a per cent on domestic services.
  tax_rate int not null check (tax_rate between 0 and 10000),
  -- How numbers are made: one run of zeros in braces is the number, {YYYY} and {YY} the year.
  invoice_pattern text not null check (invoice_pattern ~ '\{0{1,8}\}' and length(invoice_pattern) <= 40),
  credit_pattern text not null check (credit_pattern ~ '\{0{1,8}\}' and length(credit_pattern) <= 40),
  is_default boolean not null default false,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name_lc),
  constraint sellers_two_series check (lower(invoice_pattern) <> lower(credit_pattern))
);
select app.tenant_table('invoicing.sellers');
create unique index sellers_one_default on invoicing.sellers (tenant_id) where is_default;

-- The last number of a series: of a seller, a kind and a year (0 where the pattern has none).
create table invoicing.series (
  tenant_id int not null,
  id uuid not null,
  seller_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  year int not null check (year between 0 and 9999),
  last int not null check (last >= 0),
  version int not null default 1,
  primary key (tenant_id, id),
  constraint series_once unique (tenant_id, seller_id, kind, year)
);
select app.tenant_table('invoicing.series', 'select, insert, update');
alter table invoicing.series add constraint series_seller foreign key (tenant_id, seller_id) references invoicing.sellers (tenant_id, id);

-- How a project is billed: whose rates its hours have where it is not priced, and what the last invoice began with.
create table invoicing.terms (
  tenant_id int not null,
  -- The project's own id: one row for each.
  id uuid not null,
  service_line_id uuid,
  seller_id uuid,
  reference text not null default '' check (length(reference) <= 100),
  group_by text not null default 'person' check (group_by in ('person', 'grade', 'task', 'phase', 'project')),
  payment_days int check (payment_days between 0 and 365),
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('invoicing.terms');
alter table invoicing.terms add constraint terms_project foreign key (tenant_id, id) references clients.projects (tenant_id, id);
alter table invoicing.terms add constraint terms_line foreign key (tenant_id, service_line_id) references rates.service_lines (tenant_id, id);
alter table invoicing.terms add constraint terms_seller foreign key (tenant_id, seller_id) references invoicing.sellers (tenant_id, id);

-- An invoice or a credit note from its draft on. From its issue on only what was paid and credited of it changes.
create table invoicing.invoices (
  tenant_id int not null,
  id uuid not null,
  kind text not null default 'invoice' check (kind in ('invoice', 'credit_note')),
  status text not null default 'draft' check (status in ('draft', 'issued', 'part_paid', 'paid', 'credited')),
  is_issued boolean not null generated always as (status <> 'draft') stored,
  client_id uuid not null,
  project_id uuid,
  seller_id uuid not null,
  -- Which invoice a credit note takes back.
  credits_id uuid,
  owner_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  language text not null check (language in ('en', 'fr', 'de', 'es')),
  period_from date,
  period_to date,
  payment_days int not null check (payment_days between 0 and 365),
  reference text not null default '' check (length(reference) <= 100),
  note text not null default '' check (length(note) <= 2000),
  group_by text not null default 'person' check (group_by in ('person', 'grade', 'task', 'phase', 'project')),
  number text,
  issued_on date,
  due_on date,
  -- What the lines come to; value and standard are those of the time that they bill.
  net bigint not null default 0 check (net >= 0),
  tax bigint not null default 0 check (tax >= 0),
  gross bigint not null default 0,
  value bigint not null default 0 check (value >= 0),
  standard bigint not null default 0 check (standard >= 0),
  paid bigint not null default 0,
  credited bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, id, is_issued),
  check (period_to >= period_from),
  constraint invoices_gross check (gross = net + tax),
  constraint invoices_numbered check ((number is null) = (status = 'draft') and (number is null) = (issued_on is null)),
  constraint invoices_kind check ((kind = 'credit_note') = (credits_id is not null)),
  constraint invoices_not_own_credit check (credits_id <> id),
  -- Nobody pays back or credits more than was asked.
  constraint invoices_paid check (paid between 0 and gross),
  constraint invoices_credited check (credited between 0 and gross),
  constraint invoices_status check (status <> 'draft' or (paid = 0 and credited = 0)),
  constraint invoices_whole_credit check (status <> 'credited' or credited = gross)
);
select app.tenant_table('invoicing.invoices');
-- The list by its last change and by state, by client and by project.
create index invoices_by_change on invoicing.invoices (tenant_id, updated_at desc, id);
create index invoices_by_status on invoicing.invoices (tenant_id, status, due_on);
create index invoices_by_client on invoicing.invoices (tenant_id, client_id);
create index invoices_by_project on invoicing.invoices (tenant_id, project_id) where project_id is not null;
create index invoices_by_credited on invoicing.invoices (tenant_id, credits_id) where credits_id is not null;
alter table invoicing.invoices add constraint invoices_client foreign key (tenant_id, client_id) references clients.clients (tenant_id, id);
alter table invoicing.invoices add constraint invoices_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table invoicing.invoices add constraint invoices_seller foreign key (tenant_id, seller_id) references invoicing.sellers (tenant_id, id);
alter table invoicing.invoices add constraint invoices_owner foreign key (tenant_id, owner_id) references people.users (tenant_id, id);
alter table invoicing.invoices add constraint invoices_credits foreign key (tenant_id, credits_id) references invoicing.invoices (tenant_id, id);

-- Lines of a draft. Time lines bill entries at their value; what the client pays more or less of it is the adjustment, with its
-- reason and the decision of somebody else.
create table invoicing.lines (
  tenant_id int not null,
  id uuid not null,
  invoice_id uuid not null,
  position int not null,
  kind text not null check (kind in ('time', 'fixed', 'expense')),
  description text not null check (description <> '' and length(description) <= 500),
  seconds int check (seconds > 0),
  -- Thousandths.
  quantity bigint not null check (quantity > 0),
  unit text not null check (unit in ('hour', 'day', 'month', 'piece')),
  price bigint not null check (price >= 0),
  value bigint not null default 0 check (value >= 0),
  standard bigint not null default 0 check (standard >= 0),
  adjustment bigint not null default 0,
  amount bigint not null check (amount >= 0),
  tax_category text not null check (tax_category in ('S', 'Z', 'E', 'AE', 'O')),
  tax_rate int not null check (tax_rate between 0 and 10000),
  tax_reason text not null default '' check (length(tax_reason) <= 200),
  instalment_id uuid,
  reason text not null default '' check (length(reason) <= 500),
  asked_by uuid,
  decision text check (decision in ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  decision_note text not null default '' check (length(decision_note) <= 500),
  version int not null default 1,
  primary key (tenant_id, id),
  constraint lines_tax check ((tax_category = 'S') = (tax_rate > 0)),
  constraint lines_time check ((kind = 'time') = (seconds is not null)),
  constraint lines_adjusted check (adjustment = 0 or (kind = 'time' and reason <> '' and asked_by is not null)),
  constraint lines_amount check (kind <> 'time' or amount = value + adjustment),
  constraint lines_decided check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  constraint lines_four_eyes check (decided_by <> asked_by)
);
select app.tenant_table('invoicing.lines');
create index lines_by_invoice on invoicing.lines (tenant_id, invoice_id, position);
alter table invoicing.lines add constraint lines_invoice foreign key (tenant_id, invoice_id) references invoicing.invoices (tenant_id, id);
alter table invoicing.lines add constraint lines_asker foreign key (tenant_id, asked_by) references people.users (tenant_id, id);
alter table invoicing.lines add constraint lines_decider foreign key (tenant_id, decided_by) references people.users (tenant_id, id);

-- Lines of what was issued: never changed afterwards.
create table invoicing.issued_lines (
  tenant_id int not null,
  id uuid not null,
  invoice_id uuid not null,
  position int not null,
  kind text not null check (kind in ('time', 'fixed', 'expense')),
  description text not null,
  seconds int,
  quantity bigint not null check (quantity > 0),
  unit text not null,
  price bigint not null check (price >= 0),
  value bigint not null check (value >= 0),
  standard bigint not null check (standard >= 0),
  adjustment bigint not null,
  amount bigint not null check (amount >= 0),
  tax_category text not null check (tax_category in ('S', 'Z', 'E', 'AE', 'O')),
  tax_rate int not null,
  tax_reason text not null,
  instalment_id uuid,
  -- Of a credit note: the line that it takes back.
  credits_line_id uuid,
  reason text not null,
  asked_by uuid,
  decided_by uuid,
  decided_at timestamptz,
  primary key (tenant_id, id),
  constraint issued_lines_tax check ((tax_category = 'S') = (tax_rate > 0)),
  constraint issued_lines_amount check (kind <> 'time' or amount = value + adjustment),
  -- What is written off or up has a reason, and somebody else agreed.
  constraint issued_lines_agreed check (adjustment = 0 or (reason <> '' and asked_by is not null and decided_by is not null)),
  constraint issued_lines_four_eyes check (decided_by <> asked_by)
);
select app.tenant_table('invoicing.issued_lines', 'select, insert');
create index issued_lines_by_invoice on invoicing.issued_lines (tenant_id, invoice_id, position);
create index issued_lines_by_credited on invoicing.issued_lines (tenant_id, credits_line_id) where credits_line_id is not null;
alter table invoicing.issued_lines add constraint issued_lines_invoice foreign key (tenant_id, invoice_id) references invoicing.invoices (tenant_id, id);
alter table invoicing.issued_lines add constraint issued_lines_asker foreign key (tenant_id, asked_by) references people.users (tenant_id, id);
alter table invoicing.issued_lines add constraint issued_lines_decider foreign key (tenant_id, decided_by) references people.users (tenant_id, id);

-- What was issued, as it stands on paper: never changed afterwards. Its PDF and its e-invoice are made of it alone.
create table invoicing.documents (
  tenant_id int not null,
  -- The invoice's own id.
  id uuid not null,
  series_id uuid not null,
  place int not null check (place > 0),
  -- The number before it must be there: a series has no gap.
  place_before int generated always as (nullif(place - 1, 0)) stored,
  number text not null check (number <> ''),
  kind text not null check (kind in ('invoice', 'credit_note')),
  client_id uuid not null,
  currency text not null,
  net bigint not null,
  tax bigint not null,
  gross bigint not null,
  issued_on date not null,
  issued_at timestamptz not null,
  issued_by uuid not null,
  content jsonb not null,
  is_issued boolean not null default true check (is_issued),
  primary key (tenant_id, id),
  constraint documents_place unique (tenant_id, series_id, place),
  constraint documents_number unique (tenant_id, number),
  constraint documents_facts unique (tenant_id, id, number, kind, client_id, currency, net, tax, gross, issued_on)
);
select app.tenant_table('invoicing.documents', 'select, insert');
alter table invoicing.documents add constraint documents_no_gap
  foreign key (tenant_id, series_id, place_before) references invoicing.documents (tenant_id, series_id, place);
alter table invoicing.documents add constraint documents_series foreign key (tenant_id, series_id) references invoicing.series (tenant_id, id);
alter table invoicing.documents add constraint documents_issuer foreign key (tenant_id, issued_by) references people.users (tenant_id, id);
-- What is issued stays issued, and says what its document says: the two are written in one transaction, in either order.
alter table invoicing.documents add constraint documents_invoice
  foreign key (tenant_id, id, is_issued) references invoicing.invoices (tenant_id, id, is_issued) deferrable initially deferred;
alter table invoicing.invoices add constraint invoices_document
  foreign key (tenant_id, id, number, kind, client_id, currency, net, tax, gross, issued_on)
  references invoicing.documents (tenant_id, id, number, kind, client_id, currency, net, tax, gross, issued_on);

-- The time that a draft or an invoice bills: an entry stands on one at most. The id is the entry's own.
create table invoicing.billed_time (
  tenant_id int not null,
  id uuid not null,
  invoice_id uuid not null,
  line_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  day date not null,
  seconds int not null check (seconds > 0),
  value bigint not null check (value >= 0),
  standard bigint not null check (standard >= 0),
  primary key (tenant_id, id)
);
select app.tenant_table('invoicing.billed_time');
create index billed_time_by_invoice on invoicing.billed_time (tenant_id, invoice_id, line_id);
-- Looked at as late as possible: who deletes billed time is told first by which invoice it is billed.
alter table invoicing.billed_time add constraint billed_time_entry
  foreign key (tenant_id, id) references time.entries (tenant_id, id) deferrable initially deferred;
alter table invoicing.billed_time add constraint billed_time_invoice foreign key (tenant_id, invoice_id) references invoicing.invoices (tenant_id, id);

-- What left the work in progress and what came back to it, entry by entry: lines are added and never changed.
create table invoicing.ledger (
  tenant_id int not null,
  id uuid not null,
  invoice_id uuid not null,
  line_id uuid not null,
  project_id uuid not null,
  entry_id uuid not null,
  user_id uuid not null,
  -- The day of the work, and the day on which it was billed or given back.
  day date not null,
  booked_on date not null,
  seconds int not null,
  value bigint not null,
  standard bigint not null,
  -- Its share of what the client was asked for.
  billed bigint not null,
  primary key (tenant_id, id)
);
select app.tenant_table('invoicing.ledger', 'select, insert');
-- The roll-forward of a project.
create index ledger_by_project on invoicing.ledger (tenant_id, project_id, booked_on);
alter table invoicing.ledger add constraint ledger_invoice foreign key (tenant_id, invoice_id) references invoicing.invoices (tenant_id, id);
alter table invoicing.ledger add constraint ledger_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);

-- What an hour was worth when its week was approved. The id is the entry's own.
create table invoicing.stamps (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  standard_rate bigint check (standard_rate >= 0),
  charge_rate bigint check (charge_rate >= 0),
  cost_rate bigint check (cost_rate >= 0),
  stamped_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('invoicing.stamps');
alter table invoicing.stamps add constraint stamps_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
alter table invoicing.stamps add constraint stamps_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);

-- What a project pays beside its hours: sums on a day, on reaching something, or month by month. Billed by one invoice at most.
create table invoicing.instalments (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  position int not null,
  kind text not null check (kind in ('instalment', 'milestone', 'retainer')),
  label text not null check (label <> '' and length(label) <= 200),
  due_on date,
  reached_on date,
  amount bigint not null check (amount > 0),
  invoice_id uuid,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('invoicing.instalments');
create index instalments_by_project on invoicing.instalments (tenant_id, project_id, position);
-- What is due anywhere and not yet billed.
create index instalments_open on invoicing.instalments (tenant_id, due_on) where invoice_id is null;
alter table invoicing.instalments add constraint instalments_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table invoicing.instalments add constraint instalments_invoice foreign key (tenant_id, invoice_id) references invoicing.invoices (tenant_id, id);

-- What came in, and below 0 what was paid back: lines are added and never changed.
create table invoicing.payments (
  tenant_id int not null,
  id uuid not null,
  invoice_id uuid not null,
  day date not null,
  amount bigint not null check (amount <> 0),
  note text not null default '' check (length(note) <= 500),
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.tenant_table('invoicing.payments', 'select, insert');
create index payments_by_invoice on invoicing.payments (tenant_id, invoice_id, id);
alter table invoicing.payments add constraint payments_invoice foreign key (tenant_id, invoice_id) references invoicing.invoices (tenant_id, id);
alter table invoicing.payments add constraint payments_maker foreign key (tenant_id, created_by) references people.users (tenant_id, id);

-- Step by step what became of an invoice: lines are added and never changed, and stay when a draft is discarded.
create table invoicing.history (
  tenant_id int not null,
  id uuid not null,
  invoice_id uuid not null,
  at timestamptz not null,
  user_id uuid,
  action text not null check (action in
    ('created', 'discarded', 'approved', 'rejected', 'issued', 'rendered', 'push_asked', 'pushed', 'push_failed', 'paid', 'refunded', 'credited')),
  detail text not null default '' check (length(detail) <= 1000),
  primary key (tenant_id, id)
);
select app.tenant_table('invoicing.history', 'select, insert');
create index history_by_invoice on invoicing.history (tenant_id, invoice_id, id);
alter table invoicing.history add constraint history_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- The files that were made of a document, each once.
create table invoicing.files (
  tenant_id int not null,
  -- The invoice's own id.
  id uuid not null,
  pdf_id uuid not null,
  xml_id uuid not null,
  made_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.tenant_table('invoicing.files', 'select, insert');
alter table invoicing.files add constraint files_document foreign key (tenant_id, id) references invoicing.documents (tenant_id, id);
alter table invoicing.files add constraint files_pdf foreign key (tenant_id, pdf_id) references app.files (tenant_id, id);
alter table invoicing.files add constraint files_xml foreign key (tenant_id, xml_id) references app.files (tenant_id, id);

-- Where issued invoices go: one place a firm.
create table invoicing.connectors (
  tenant_id int not null,
  id uuid not null,
  kind text not null check (kind in ('webhook', 'folder')),
  address text not null default '' check (length(address) <= 500),
  -- Sealed: what each delivery is signed with.
  secret text not null default '',
  is_active boolean not null default true,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint connectors_once unique (tenant_id),
  check (kind <> 'webhook' or (address <> '' and secret <> ''))
);
select app.tenant_table('invoicing.connectors');

-- The delivery of an invoice, one for each however often it is asked for.
create table invoicing.pushes (
  tenant_id int not null,
  -- The invoice's own id, and the key by which the receiver knows a repetition.
  id uuid not null,
  state text not null check (state in ('waiting', 'pushed', 'failed')),
  attempts int not null default 0 check (attempts >= 0),
  error text not null default '' check (length(error) <= 500),
  asked_by uuid not null,
  asked_at timestamptz not null,
  pushed_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, id),
  check ((state = 'pushed') = (pushed_at is not null))
);
select app.tenant_table('invoicing.pushes', 'select, insert, update');
create index pushes_by_state on invoicing.pushes (tenant_id, state) where state <> 'pushed';
alter table invoicing.pushes add constraint pushes_document foreign key (tenant_id, id) references invoicing.documents (tenant_id, id);
alter table invoicing.pushes add constraint pushes_asker foreign key (tenant_id, asked_by) references people.users (tenant_id, id);
