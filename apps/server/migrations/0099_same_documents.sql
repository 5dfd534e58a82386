-- This uses no rows.
-- A row of the activity log repeats no document that the latest version has in another notation.

-- Four calls of `replace` take a quarter of the time of one `translate`: 50 instead of 250 ms for a text of 5 MB.
create function text_without_spaces(given text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(replace(given, ' ', ''), E'\t', ''), E'\n', ''), E'\r', '');

-- Whether two texts are the same JSON, whatever spaces are between its parts: the database writes some, and the server
-- none. The order of members counts. It also compares texts that `jsonb` would refuse or change. `json_strip_nulls` writes a
-- text again without these spaces; null is replaced, so that no member is removed. Texts that differ in more than spaces are
-- excluded before. It fails for some escaped characters: a text with one is only the same as itself.
create function is_same_json(former json, current json) returns boolean language sql immutable strict parallel safe
  return case
    when former::text = current::text then true
    when text_without_spaces(former::text) <> text_without_spaces(current::text) then false
    when position('\u' in former::text) > 0 then false
    else json_strip_nulls(replace(former::text, 'null', 'true')::json)::text
      = json_strip_nulls(replace(current::text, 'null', 'true')::json)::text
  end;

-- The documents of metrics, with their members in the order in which the server writes them.
create or replace function metric_document(
  template metric_template_versions, probeversion text, groupname text, config json) returns json
  language sql immutable
  return json_build_object(
    'name', template.name, 'mtype', template.mtype, 'tags', to_json(template.tags),
    'probeversion', coalesce(probeversion, ''), 'group', coalesce(groupname, ''), 'description', template.description,
    'parent', template.parent, 'probeexecutable', template.probeexecutable, 'config', config,
    'attribute', template.attribute, 'dependancy', template.dependency, 'flags', template.flags,
    'parameter', template.parameter);

create or replace function metric_document(metric metrics_with_content, groupname text) returns json
  language sql immutable
  return json_build_object(
    'name', metric.name, 'mtype', metric.mtype, 'tags', to_json(metric.tags),
    'probeversion', coalesce(metric.probeversion, ''), 'group', coalesce(groupname, ''),
    'description', metric.description, 'parent', metric.parent, 'probeexecutable', metric.probeexecutable,
    'config', metric.config, 'attribute', metric.attribute, 'dependancy', metric.dependency, 'flags', metric.flags,
    'parameter', metric.parameter);

create or replace function metric_document(version versions_with_content, groupname text, config json) returns json
  language sql immutable
  return json_build_object(
    'name', version.name, 'mtype', version.mtype, 'tags', to_json(version.tags),
    'probeversion', coalesce(version.probeversion, ''), 'group', coalesce(groupname, ''),
    'description', version.description, 'parent', version.parent, 'probeexecutable', version.probeexecutable,
    'config', config, 'attribute', version.attribute, 'dependancy', version.dependency, 'flags', version.flags,
    'parameter', version.parameter);
