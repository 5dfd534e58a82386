-- A deletion is a row of the history: its document is null. The first version of an object that was added again names the deleted
-- one whose history it continues.
alter table versions add column is_deletion boolean not null default false;
alter table versions add column continues integer;
create index versions_continued on versions (tenant_id, kind, object_id) where continues is not null;

-- The object, and those whose history it continues.
create function continued_objects(kind text, object_id integer) returns setof integer language sql stable as $$
  with recursive known (id) as (
    select $2
    union
    select version.continues from known
    join versions as version on version.tenant_id = current_tenant() and version.kind = $1 and version.object_id = known.id and version.continues is not null
  )
  select id from known
$$;

-- Every save of a probe or of a metric template is a row here. Their own tables have one version for each package version, which
-- metrics refer to. This adds those of objects without any row here, in their order.
create function keep_own_versions() returns void language sql as $$
  insert into versions (tenant_id, kind, object_id, number, name, document, author, created_at, comment, remark)
  select tenant.id, own.kind, own.object_id, row_number() over (
      partition by own.kind, own.object_id order by own.is_current, own.created_at, own.version_id),
    own.name, own.document, own.author, own.created_at, own.comment, own.remark
  from (
    select 'probe' as kind, probe.id as object_id, version.id as version_id, version.id = probe.current_version_id as is_current,
      version.name, json_build_object(
        'name', version.name, 'version', package.version, 'package', package.name || ' (' || package.version || ')',
        'description', version.description, 'comment', version.comment, 'repository', version.repository,
        'docurl', version.docurl) as document,
      version.author, version.created_at, version.version_comment as comment, version.remark
    from probes as probe
    join probe_versions as version on version.probe_id = probe.id
    join packages as package on package.id = version.package_id
    union all
    select 'metrictemplate', template.id, version.id, version.id = template.current_version_id, version.name,
      template_document(version.*, probe_version_label(probe, package)), version.author, version.created_at,
      version.version_comment, version.remark
    from metric_templates as template
    join metric_template_versions as version on version.template_id = template.id
    left join probe_versions as probe on probe.id = version.probe_version_id
    left join packages as package on package.id = probe.package_id
  ) as own
  join tenants as tenant on tenant.schema_name = 'public'
  where not exists (
    select from versions as kept
    where kept.tenant_id = tenant.id and kept.kind = own.kind and kept.object_id = own.object_id)
$$;

alter table versions no force row level security;
select keep_own_versions();
alter table versions force row level security;

-- Servers of the build before copy the versions of a probe or template here when it is deleted: those are here already.
create function skip_kept_version() returns trigger language plpgsql as $$
begin
  if exists (
    select from versions as kept where kept.tenant_id = new.tenant_id and kept.kind = new.kind
      and kept.object_id = new.object_id and kept.number = new.number) then
    return null;
  end if;
  return new;
end
$$;
create trigger skip_kept_version before insert on versions
  for each row when (new.kind in ('probe', 'metrictemplate')) execute function skip_kept_version();
