-- This uses no rows.
-- A session plans the search for the end of the log once. For a short log the plan read all of it, and stayed the same
-- when the log became long, so that each row cost more than the previous one. The index is right for every length.
alter function chain_activity() set enable_seqscan to off;
