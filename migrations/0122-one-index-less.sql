-- The unique key of roles begins with their service line and serves what asks for it.
drop index rates.sl_roles_by_line;
