-- This uses no rows.
-- A random text in every entity tag of a database that was restored from a backup, which counts the same changes again.
-- Without a restore there is no row, and tags have no such text.
create table restores (
  epoch       text collate "C" not null,
  restored_at timestamptz not null default now()
);
create unique index restores_one on restores ((true));
grant select on restores to quatrain_webapi;
