-- What a firm asks of its timesheets. No row: nothing beyond what holds for everybody.
create table time.rules (
  tenant_id int not null,
  id uuid not null,
  -- Whose word a week needs: nobody's, the line manager's, or the managers' of the projects on it.
  approval text not null default 'off' check (approval in ('off', 'manager', 'project')),
  -- Days after the end of a week within which submitting it is in time.
  submit_days int not null default 1 check (submit_days between 0 and 31),
  rounding_minutes int not null default 0 check (rounding_minutes in (0, 5, 6, 10, 12, 15, 30, 60)),
  rounding text not null default 'nearest' check (rounding in ('nearest', 'up', 'down')),
  comment_required boolean not null default false,
  -- How many days back time may be logged or changed; null is without end.
  past_days int check (past_days between 0 and 3660),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  -- The firm has one row, and it has the firm's own id: a second one cannot be.
  constraint rules_once unique (tenant_id)
);
select app.tenant_table('time.rules');

-- A week of a person on its way: handed in, approved, sent back, or opened again.
create table time.submissions (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  week date not null check (extract(isodow from week) = 1),
  state text not null check (state in ('submitted', 'approved', 'rejected', 'open')),
  submitted_at timestamptz not null,
  first_submitted_at timestamptz not null,
  rejections int not null default 0 check (rejections >= 0),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint submissions_once unique (tenant_id, user_id, week)
);
select app.tenant_table('time.submissions');
create index submissions_by_week on time.submissions (tenant_id, week, state);
alter table time.submissions add constraint submissions_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);

-- The parts of a submitted week that somebody decides on: all of it (no project), or the time on one project.
create table time.approvals (
  tenant_id int not null,
  id uuid not null,
  submission_id uuid not null,
  user_id uuid not null,
  week date not null,
  project_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected')),
  reason text not null default '' check (length(reason) <= 2000),
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint approvals_once unique nulls not distinct (tenant_id, submission_id, project_id),
  constraint approvals_decided check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  -- Nobody approves their own time.
  constraint approvals_four_eyes check (decided_by is null or decided_by <> user_id),
  constraint approvals_reason check (state <> 'rejected' or reason <> '')
);
select app.tenant_table('time.approvals');
create index approvals_waiting on time.approvals (tenant_id, week, user_id) where state = 'waiting';
create index approvals_by_user on time.approvals (tenant_id, user_id, week);
create index approvals_by_project on time.approvals (tenant_id, project_id) where project_id is not null;
alter table time.approvals add constraint approvals_submission foreign key (tenant_id, submission_id) references time.submissions (tenant_id, id);
alter table time.approvals add constraint approvals_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
alter table time.approvals add constraint approvals_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table time.approvals add constraint approvals_decider foreign key (tenant_id, decided_by) references people.users (tenant_id, id);

-- What was done to a week, by whom and why: lines are added and never changed.
create table time.decisions (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  week date not null,
  project_id uuid,
  act text not null check (act in ('submitted', 'withdrawn', 'approved', 'rejected', 'reopened')),
  reason text not null default '' check (length(reason) <= 2000),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint decisions_reason check (act not in ('rejected', 'reopened') or reason <> '')
);
select app.tenant_table('time.decisions');
create index decisions_by_week on time.decisions (tenant_id, user_id, week, created_at);
alter table time.decisions add constraint decisions_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
alter table time.decisions add constraint decisions_project foreign key (tenant_id, project_id) references clients.projects (tenant_id, id);
alter table time.decisions add constraint decisions_maker foreign key (tenant_id, created_by) references people.users (tenant_id, id);
revoke update, delete on time.decisions from cadre_app;
