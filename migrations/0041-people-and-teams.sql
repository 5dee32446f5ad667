-- Where somebody sits, and which class of cost their hours are of.
alter table people.users add column site text check (site <> '');
alter table people.users add column cost_category text check (cost_category <> '');

-- The list of people is read in the order of their names.
create index users_by_shown_name on people.users (tenant_id, name_lc collate app.names, id);

-- A team that was merged into another and has a past stays for that past: closed, its name free for a new one.
alter table people.teams add column closed_on date;
alter table people.teams add column merged_into uuid;
alter table people.teams add constraint teams_merged_into foreign key (tenant_id, merged_into) references people.teams (tenant_id, id);
alter table people.teams add constraint teams_merged_elsewhere check (merged_into <> id and (merged_into is null or closed_on is not null));
alter table people.teams drop constraint teams_tenant_id_name_lc_key;
create unique index teams_open_name on people.teams (tenant_id, name_lc) where closed_on is null;
create index teams_by_merged_into on people.teams (tenant_id, merged_into);

-- Beside the first team a person may be in others, in each of them once at a time.
alter table people.team_members add constraint team_members_beside_once
  exclude using gist (tenant_id with =, user_id with =, team_id with =, daterange(valid_from, valid_to) with &&) where (not is_primary);
