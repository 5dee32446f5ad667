-- Work in progress that is given up without an invoice: whole lines of unbilled time, with a reason and the decision of somebody else.
-- Taken back, its time is unbilled again; what was asked, decided and taken back stays.
create table invoicing.write_offs (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'taken_back')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The first and the last day of its time.
  period_from date not null,
  period_to date not null,
  seconds bigint not null check (seconds > 0),
  value bigint not null check (value >= 0),
  standard bigint not null check (standard >= 0),
  -- The work in progress of the project when it was asked for: by its share of it, who decides.
  standing bigint not null,
  reason text not null check (reason <> '' and length(reason) <= 500),
  asked_by uuid not null,
  asked_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  decision_note text not null default '' check (length(decision_note) <= 500),
  taken_back_by uuid,
  taken_back_at timestamptz,
  taken_back_reason text not null default '' check (length(taken_back_reason) <= 500),
  version int not null default 1,
  primary key (tenant_id, id),
  check (period_to >= period_from),
  constraint write_offs_standing check (standing >= value),
  constraint write_offs_decided check ((decided_by is not null) = (state in ('approved', 'rejected', 'taken_back'))
    and (decided_by is null) = (decided_at is null)),
  constraint write_offs_taken_back check ((taken_back_by is not null) = (state = 'taken_back')
    and (taken_back_by is null) = (taken_back_at is null) and (taken_back_by is null) = (taken_back_reason = '')),
  -- Who asks for it decides nothing of it, neither off nor back up.
  constraint write_offs_four_eyes check (decided_by <> asked_by and taken_back_by <> asked_by)
);
select app.tenant_table('invoicing.write_offs', 'select, insert, update');
-- The list, the latest first; those of a project, and those that wait.
create index write_offs_by_day on invoicing.write_offs (tenant_id, asked_at desc, id);
create index write_offs_by_project on invoicing.write_offs (tenant_id, project_id, asked_at desc);
create index write_offs_waiting on invoicing.write_offs (tenant_id, project_id) where state = 'waiting';
alter table invoicing.write_offs add constraint write_offs_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table invoicing.write_offs add constraint write_offs_asker foreign key (tenant_id, asked_by) references people.users (tenant_id, id);
alter table invoicing.write_offs add constraint write_offs_decider foreign key (tenant_id, decided_by) references people.users (tenant_id, id);
alter table invoicing.write_offs add constraint write_offs_taker foreign key (tenant_id, taken_back_by) references people.users (tenant_id, id);

-- An entry stands on one draft, one invoice or one write-off at most: its id is the key.
alter table invoicing.billed_time alter column invoice_id drop not null;
alter table invoicing.billed_time alter column line_id drop not null;
alter table invoicing.billed_time add column write_off_id uuid;
alter table invoicing.billed_time add constraint billed_time_one_place
  check ((invoice_id is null) <> (write_off_id is null) and (invoice_id is null) = (line_id is null));
alter table invoicing.billed_time add constraint billed_time_write_off
  foreign key (tenant_id, write_off_id) references invoicing.write_offs (tenant_id, id);
create index billed_time_by_write_off on invoicing.billed_time (tenant_id, write_off_id) where write_off_id is not null;

alter table invoicing.ledger alter column invoice_id drop not null;
alter table invoicing.ledger alter column line_id drop not null;
alter table invoicing.ledger add column write_off_id uuid;
alter table invoicing.ledger add constraint ledger_one_cause
  check ((invoice_id is null) <> (write_off_id is null) and (invoice_id is null) = (line_id is null));
-- What nobody is asked to pay is billed at nothing.
alter table invoicing.ledger add constraint ledger_write_off_unbilled check (write_off_id is null or billed = 0);
alter table invoicing.ledger add constraint ledger_write_off
  foreign key (tenant_id, write_off_id) references invoicing.write_offs (tenant_id, id);
create index ledger_by_write_off on invoicing.ledger (tenant_id, write_off_id) where write_off_id is not null;
