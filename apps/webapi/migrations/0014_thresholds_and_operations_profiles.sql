-- Both have the tables of all kinds with versions by day: the current items, whose name and day are those of the newest
-- version, and every version, numbered in order. The version of a day is the last one of that day.
do $$
declare
  kind text;
begin
  foreach kind in array array['thresholds_profile', 'operations_profile'] loop
    execute format($sql$
      create table %1$ss (
        tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
        id         uuid    not null,
        name       text    collate "C" not null,
        day        date    not null,
        changes    integer not null default 1,
        deleted_at timestamptz,
        deleted_by text    collate "C",
        primary key (tenant_id, id)
      );
      create unique index %1$ss_name_key on %1$ss (tenant_id, name) where deleted_at is null;
      create table %1$s_versions (
        tenant_id  integer not null default current_tenant(),
        item_id    uuid    not null,
        day        date    not null,
        number     integer not null,
        name       text    collate "C" not null,
        document   json    not null,
        changed_at timestamptz not null,
        changed_by text    collate "C" not null,
        primary key (tenant_id, item_id, day, number),
        constraint %1$s_versions_item_fkey foreign key (tenant_id, item_id) references %1$ss on delete cascade
      );
      create index %1$s_versions_name on %1$s_versions (tenant_id, name, item_id);
      grant select, insert, update on %1$ss to quatrain_webapi;
      grant select, insert on %1$s_versions to quatrain_webapi;
    $sql$, kind);
    perform protect(kind || 's');
    perform protect(kind || '_versions');
  end loop;
end
$$;
