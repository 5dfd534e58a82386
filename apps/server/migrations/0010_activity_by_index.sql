-- A session plans once how it finds the end of the log. Where the log was short then, that was reading all of it, and
-- stayed so however long the log became: every row cost more than the one before. The index is right at every length.
alter function chain_activity() set enable_seqscan to off;
