-- Files of the builds of the browser application, which processes share: a tab that is open during an update needs files
-- of the build before, and a page of an updated process needs files that another process does not have yet. Names contain a
-- hash of the content.
create table web_assets (
  name      text collate "C" primary key,
  gzipped   bytea not null,
  served_at timestamptz not null
);
-- It compresses no further.
alter table web_assets alter column gzipped set storage external;
create index web_assets_served_at on web_assets (served_at);
grant select, insert, update, delete on web_assets to quatrain_spanning;
