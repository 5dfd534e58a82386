-- Changes of many objects in one write stay in the database: effects insert the documents into a table that exists until
-- the transaction ends, from where the recorder takes them. Both roles need temporary tables for that.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['quatrain_app', 'quatrain_spanning'] loop
    begin
      execute format('grant temporary on database %I to %I', current_database(), wanted);
    exception
      when insufficient_privilege then null;
    end;
    if not has_database_privilege(wanted, current_database(), 'temporary') then
      raise exception using
        errcode = 'insufficient_privilege',
        message = format('The role %I may not make temporary tables. Have an administrator run: '
          'grant temporary on database %I to %I', wanted, current_database(), wanted);
    end if;
  end loop;
end
$$;

-- Creates the table of this transaction. `step` and `name` determine the order in which changes are recorded.
create function collect_changes() returns void language plpgsql as $$
begin
  create temporary table pending_changes (
    step        smallint not null,
    tenant_id   integer not null,
    kind        text collate "C" not null,
    object_id   integer not null,
    name        text collate "C" not null,
    before      json,
    after       json,
    row_version integer,
    comment     text not null default '',
    -- Not for kinds that store their own versions.
    is_version  boolean not null
  ) on commit drop;
end
$$;

-- Stores the current documents of versions of metric templates for this transaction, so that a change of what they
-- depend on can be compared with them. Returns their number.
create function keep_template_versions(ids integer[]) returns integer language plpgsql as $$
begin
  create temporary table former_template_versions on commit drop as
  select template.id, template as version, probe_version_label(probe, package) as probeversion,
    exists (select from metric_templates where current_version_id = template.id) as is_current
  from metric_template_versions as template
  left join probe_versions as probe on probe.id = template.probe_version_id
  left join packages as package on package.id = probe.package_id
  where template.id = any(ids);
  analyze former_template_versions;
  return (select count(*) from former_template_versions);
end
$$;
