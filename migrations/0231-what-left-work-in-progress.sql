-- online
-- step What left the work in progress on some days: what is billed ahead of its day leaves on its day.
create index concurrently if not exists ledger_by_leaving on invoicing.ledger (tenant_id, (greatest(booked_on, day)));
-- step What was billed at another value than it was worth, by the same day: reports of fees ask for these few alone.
create index concurrently if not exists ledger_written_off on invoicing.ledger (tenant_id, (greatest(booked_on, day))) where value <> billed;
