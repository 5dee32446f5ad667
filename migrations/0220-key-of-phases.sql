-- online
-- step A phase of a project by both: bookings point to it so, and none to a phase of another project.
create unique index concurrently if not exists phases_of_project on clients.phases (tenant_id, project_id, id);
