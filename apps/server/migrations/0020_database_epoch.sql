-- A random text in the entity tag of every list. A database that was restored from a backup counts the same numbers
-- again: it gets another text, so that no old entity tag matches a new state.
create table database_epoch (
  epoch    uuid not null default gen_random_uuid(),
  -- The cluster, its timeline and the database that the text was generated in.
  identity text not null default ''
);
create unique index database_epoch_one on database_epoch ((true));
grant select on database_epoch to quatrain_app, quatrain_spanning;
insert into database_epoch default values;
