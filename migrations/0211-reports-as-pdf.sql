-- A view comes by mail as a workbook, to be reckoned with, or on paper.
alter table reporting.schedules add column format text not null default 'xlsx' check (format in ('xlsx', 'pdf'));
