-- A shorter retention period holds only some days after it was chosen. Until retention_from the earlier one does:
-- retention_days_before, or none. Both are null once nothing waits, and for periods that were chosen before this version.
alter table account add column retention_from timestamptz, add column retention_days_before integer;
