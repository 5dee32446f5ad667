-- What a booking of a level names at least, for whom it may be set, and how long it stands unless somebody touches it.
alter table people.booking_levels
  -- Days without a change after which a booking of the level lapses; null: never. What is confirmed stands.
  add column expires_days int constraint booking_levels_expiry
    check (expires_days is null or (expires_days between 1 and 366 and counts <> 'hard')),
  -- The least that is named: a client by any project or task of theirs, the project, or the task on it too.
  add column granularity text not null default 'client'
    constraint booking_levels_granularity check (granularity in ('client', 'project', 'task')),
  -- Whom it may be set for: those of one's own teams, of these and the teams below them, or anybody of the firm.
  add column scope text not null default 'firm' constraint booking_levels_scope check (scope in ('team', 'subtree', 'firm'));

-- What may lapse, by the moment of its last change: a firm has few of these among its many bookings.
create index bookings_open on planning.bookings (tenant_id, updated_at) where level <> 'hard';
