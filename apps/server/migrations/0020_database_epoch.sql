-- A random word that is in every tag of a list. A database that was restored from a backup counts again what it has counted
-- before: it gets another word, so that no old tag says of something new that it has not changed.
create table database_epoch (
  epoch    uuid not null default gen_random_uuid(),
  -- The cluster, its timeline and the database that the word was made in.
  identity text not null default ''
);
create unique index database_epoch_one on database_epoch ((true));
grant select on database_epoch to quatrain_app, quatrain_spanning;
insert into database_epoch default values;
