-- Metric templates, metrics and histories identify a version of a probe by its name and the version of its package. The
-- database keeps both in one row, so that no two have the same label, and no probe has a version twice.
alter table probe_versions add column version text collate "C" not null default '';

create function probe_version_of_package() returns trigger language plpgsql as $$
begin
  new.version := coalesce((select version from packages where id = new.package_id), '');
  return new;
end
$$;
create trigger version_of_package before insert or update of package_id on probe_versions
  for each row execute function probe_version_of_package();

create function follow_package_version() returns trigger language plpgsql as $$
begin
  update probe_versions set version = new.version where package_id = new.id;
  return null;
end
$$;
create trigger followed_by_probe_versions after update of version on packages
  for each row when (old.version <> new.version) execute function follow_package_version();

update probe_versions set package_id = package_id;
alter table probe_versions
  add constraint probe_versions_name_version_key unique (name, version),
  add constraint probe_versions_version_key unique (probe_id, version);
drop index probe_versions_name;
