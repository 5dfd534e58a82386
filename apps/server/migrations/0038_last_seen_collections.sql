-- This uses no rows.
-- The last response of the Web API for a collection that only the Web API stores. It is shown while the Web API fails.
create table last_seen_collections (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  collection text collate "C" not null,
  data       json not null,
  seen_at    timestamptz not null,
  primary key (tenant_id, collection)
);
select protect('last_seen_collections');
-- Responses with these rows have no entity tags.
select leave_uncounted('last_seen_collections');
