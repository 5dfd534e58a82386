-- The login that serves owns nothing. It has to know whether the tables are the ones that it expects.
grant select on kysely_migration to quatrain_spanning;
