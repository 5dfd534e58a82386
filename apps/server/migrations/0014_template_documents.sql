-- The document of a metric template.
create function template_document(template metric_template_versions, probeversion text) returns json
  language sql immutable
  return json_build_object(
    'name', template.name, 'mtype', template.mtype, 'tags', to_json(template.tags),
    'probeversion', coalesce(probeversion, ''), 'description', template.description, 'parent', template.parent,
    'probeexecutable', template.probeexecutable, 'config', template.config, 'attribute', template.attribute,
    'dependency', template.dependency, 'flags', template.flags, 'parameter', template.parameter);

-- The configuration of a metric after its template has changed: the entries of the template in their order, with the
-- tenant's values, except for the path, which the tenant cannot set.
create function followed_config(template json, own json) returns json language sql immutable
  return (
    select coalesce(json_agg(
      json_build_object('key', wanted.entry ->> 'key', 'value', coalesce(
        case when wanted.entry ->> 'key' <> 'path' then (
          select kept ->> 'value' from json_array_elements(own) as kept where kept ->> 'key' = wanted.entry ->> 'key' limit 1)
        end, wanted.entry ->> 'value')) order by wanted.position), '[]')
    from json_array_elements(template) with ordinality as wanted (entry, position));

-- The user's comment on a version, as for other kinds of objects.
alter table metric_template_versions add column remark text not null default '';
