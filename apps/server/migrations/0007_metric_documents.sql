-- This uses no rows.
create function probe_version_label(probe probe_versions, package packages) returns text language sql immutable
  return probe.name || ' (' || package.version || ')';

-- The document of a metric: its own group and configuration, and the template version that it uses.
create function metric_document(template metric_template_versions, probeversion text, groupname text, config json)
  returns json language sql immutable
  return json_build_object(
    'name', template.name, 'mtype', template.mtype, 'tags', to_json(template.tags), 'group', coalesce(groupname, ''),
    'probeversion', coalesce(probeversion, ''), 'description', template.description, 'parent', template.parent,
    'probeexecutable', template.probeexecutable, 'config', config, 'attribute', template.attribute,
    'dependancy', template.dependency, 'flags', template.flags, 'parameter', template.parameter);
