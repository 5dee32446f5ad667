-- Views of reports that somebody gave a name to: where the screen stands, and the file that it gives. They are one's own, or shared
-- with a team and those below it, or with everybody; who opens one sees what they may see.
create table reporting.views (
  tenant_id int not null,
  id uuid not null,
  owner_id uuid not null,
  screen text not null check (screen in ('management_reporting', 'kpi_reporting')),
  name text not null check (char_length(name) between 1 and 60),
  search text not null check (char_length(search) <= 8000),
  -- What the file of the view is asked by; null for views from before there were files of views.
  file jsonb check (jsonb_typeof(file) = 'object'),
  audience text not null default 'self' check (audience in ('self', 'team', 'firm')),
  team_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint views_team check ((audience = 'team') = (team_id is not null)),
  constraint views_once unique (tenant_id, owner_id, screen, name)
);
select app.tenant_table('reporting.views');
alter table reporting.views add constraint views_owner foreign key (tenant_id, owner_id) references people.users (tenant_id, id);
alter table reporting.views add constraint views_team_id foreign key (tenant_id, team_id) references people.teams (tenant_id, id);
-- What is shared on a screen.
create index views_shared on reporting.views (tenant_id, screen) where audience <> 'self';

-- Views that come by mail, to each person as they asked: every week or month what the days before it were.
create table reporting.schedules (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  view_id uuid not null,
  rhythm text not null check (rhythm in ('week', 'month')),
  -- ISO weekday, or day of the month; the hour from which, where the firm is.
  day smallint not null,
  hour smallint not null check (hour between 0 and 23),
  -- First day of the period that was sent last.
  sent_for date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint schedules_day check (day between 1 and case rhythm when 'week' then 7 else 28 end),
  constraint schedules_once unique (tenant_id, user_id, view_id)
);
select app.tenant_table('reporting.schedules');
alter table reporting.schedules add constraint schedules_user foreign key (tenant_id, user_id) references people.users (tenant_id, id);
alter table reporting.schedules add constraint schedules_view foreign key (tenant_id, view_id)
  references reporting.views (tenant_id, id) on delete cascade;
create index schedules_by_view on reporting.schedules (tenant_id, view_id);

-- Views of reports were kept with one's own settings.
alter table reporting.views no force row level security;
alter table settings.user_settings no force row level security;
alter table people.users no force row level security;
insert into reporting.views (tenant_id, id, owner_id, screen, name, search)
select distinct on (s.tenant_id, s.id, v.screen, left(btrim(x.view ->> 'name'), 60)) s.tenant_id, gen_random_uuid(), s.id, v.screen,
  left(btrim(x.view ->> 'name'), 60), left(coalesce(x.view ->> 'search', ''), 8000)
from settings.user_settings s
join people.users u on u.tenant_id = s.tenant_id and u.id = s.id
cross join (values ('management_reporting'), ('kpi_reporting')) as v(screen)
cross join lateral jsonb_array_elements(case jsonb_typeof(s.settings -> 'views' -> v.screen) when 'array' then s.settings -> 'views' -> v.screen else '[]' end)
  as x(view)
where btrim(coalesce(x.view ->> 'name', '')) <> '';
alter table reporting.views force row level security;
alter table settings.user_settings force row level security;
alter table people.users force row level security;
