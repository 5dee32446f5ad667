-- Target utilization by team, too: of a person the own one counts, else that of the first team, else that of the grade.
alter table people.targets add column team_id uuid;
alter table people.targets add constraint targets_team foreign key (tenant_id, team_id) references people.teams (tenant_id, id);
alter table people.targets drop constraint targets_check1;
alter table people.targets add constraint targets_of_one check (num_nonnulls(grade, team_id, user_id) = 1);
alter table people.targets add constraint targets_of_team
  exclude using gist (tenant_id with =, team_id with =, daterange(valid_from, valid_to) with &&) where (team_id is not null);
-- Asked whenever a team is to be deleted.
create index targets_by_team on people.targets (tenant_id, team_id) where team_id is not null;
