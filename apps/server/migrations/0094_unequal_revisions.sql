-- This uses no rows.
-- Two servers whose histories have parted, such as a standby that was promoted without the last commits of its primary,
-- must not have the same revision with different data: a change adds a random number, instead of one.
alter table tenant_revisions alter column number set default 1 + floor(random() * 2147483647)::bigint;
alter table catalogue_revisions alter column number set default 1 + floor(random() * 2147483647)::bigint;
