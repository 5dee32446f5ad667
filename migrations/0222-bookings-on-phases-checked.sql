-- online
-- step For who takes a phase away: what is booked on it.
create index concurrently if not exists bookings_by_phase on planning.bookings (tenant_id, phase_id) where phase_id is not null;
-- step
create index concurrently if not exists demands_by_phase on planning.demands (tenant_id, phase_id) where phase_id is not null;
-- step
alter table planning.bookings validate constraint bookings_phase_has_project;
-- step
alter table planning.bookings validate constraint bookings_phase;
-- step
alter table planning.demands validate constraint demands_phase_has_project;
-- step
alter table planning.demands validate constraint demands_phase;
