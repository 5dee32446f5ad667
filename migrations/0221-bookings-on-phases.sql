-- Bookings and demands may name a phase of their project. What was there before names none.
alter table planning.bookings
  add column phase_id uuid,
  add constraint bookings_phase_has_project check (phase_id is null or project_id is not null) not valid;
alter table planning.bookings add constraint bookings_phase
  foreign key (tenant_id, project_id, phase_id) references clients.phases (tenant_id, project_id, id) not valid;
alter table planning.demands
  add column phase_id uuid,
  add constraint demands_phase_has_project check (phase_id is null or project_id is not null) not valid;
alter table planning.demands add constraint demands_phase
  foreign key (tenant_id, project_id, phase_id) references clients.phases (tenant_id, project_id, id) not valid;
