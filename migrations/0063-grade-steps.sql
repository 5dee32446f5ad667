-- A firm's own steps within a grade (Senior 1, Senior 2): rates may differ by them, access never does. Who holds one has it with the
-- dated grade, so that it ends with it; a grade without a step stays what it was.
create table people.grade_steps (
  tenant_id int not null,
  id uuid not null,
  grade text not null check (grade in ('Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner')),
  -- The place within the grade, the lowest first.
  step int not null check (step between 1 and 20),
  name text not null check (name <> ''),
  name_lc text not null generated always as (lower(name)) stored,
  version int not null default 1,
  primary key (tenant_id, id),
  -- What a dated grade refers to: a step of that very grade.
  unique (tenant_id, id, grade),
  -- Looked at when the statement ends: steps change places and names with each other in one.
  constraint grade_steps_place unique (tenant_id, grade, step) deferrable,
  constraint grade_steps_name unique (tenant_id, grade, name_lc) deferrable
);
select app.tenant_table('people.grade_steps');

alter table people.grades add column step_id uuid;
alter table people.grades add constraint grades_step foreign key (tenant_id, step_id, grade)
  references people.grade_steps (tenant_id, id, grade);
-- Who holds a step, asked before it is removed; most grades have none.
create index grades_by_step on people.grades (tenant_id, step_id) where step_id is not null;
