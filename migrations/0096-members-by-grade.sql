-- The list of users in the order of grades, lowest or highest first: a page of 20,000 people is read off an index instead of
-- sorting everybody. The list sorts nulls last either way, so each direction has its own.
create index memberships_by_grade_up on access.memberships (tenant_id,
  array_position('{Intern,Junior,Senior,Manager,Senior Manager,Director,Partner}'::text[], grade), id);
create index memberships_by_grade_down on access.memberships (tenant_id,
  array_position('{Intern,Junior,Senior,Manager,Senior Manager,Director,Partner}'::text[], grade) desc nulls last, id);
