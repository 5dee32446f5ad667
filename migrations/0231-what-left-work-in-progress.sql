-- online
-- step What left the work in progress on some days: what is billed ahead of its day leaves on its day.
create index concurrently if not exists ledger_by_leaving on invoicing.ledger (tenant_id, (greatest(booked_on, day)));
