-- This uses no rows.
-- The login that serves owns nothing. It has to find out whether the tables are in the state that it expects.
grant select on kysely_migration to quatrain_webapi;
