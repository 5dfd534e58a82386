-- The generated comment of a version, for changes that never leave the database. It is equal to that of `describeChange`
-- (kit/recording/describe-change.ts), and a test compares the two.

-- `a, b and c`
create function listing(names text[]) returns text language sql immutable
  return case when cardinality(names) < 2 then array_to_string(names, '')
    else array_to_string(names[:cardinality(names) - 1], ', ') || ' and ' || names[cardinality(names)] end;

-- The identity of a member of a list.
create function member_name(field text, member json) returns text language sql immutable
  return case field
    when 'tags' then member #>> '{}'
    when 'metricinstances' then (member ->> 'service') || ', ' || (member ->> 'metric')
    else member ->> 'key' end;

-- The members of one verb, in one sentence or several. The first twenty metric instances have their own sentences.
create function member_sentences(field text, verb text, names text[]) returns text language sql immutable
  return case field
    when 'tags' then (
      select string_agg(format('%s tags field "%s".', verb, name), ' ' order by name collate "C") from unnest(names) as name)
    when 'metricinstances' then (
      select string_agg(format('%s service-metric instance tuple (%s).', verb, name), ' ' order by position)
      from unnest(names[:20]) with ordinality as told (name, position))
      || case when cardinality(names) > 20
        then format(' %s %s more service-metric instance tuples.', verb, cardinality(names) - 20) else '' end
    else format('%s %s %s %s.', verb, field, case when cardinality(names) = 1 then 'field' else 'fields' end,
      listing(array(select format('"%s"', name) from unnest(names) as name order by name collate "C"))) end;

-- The changes of a list's members. Members with the same name and other differences have changed; the order is
-- significant in key/value lists.
create function describe_list(field text, old json, now json) returns text language sql immutable
begin atomic
  with member as (
    select true as is_old, position, member_name(field, entry) as name, entry::jsonb as entry
    from json_array_elements(case json_typeof(old) when 'array' then old end) with ordinality as listed (entry, position)
    union all
    select false, position, member_name(field, entry), entry::jsonb
    from json_array_elements(case json_typeof(now) when 'array' then now end) with ordinality as listed (entry, position)
  ), named as (
    select name, array_agg(entry order by position) filter (where is_old) as before,
      array_agg(entry order by position) filter (where not is_old) as after,
      coalesce(min(position) filter (where not is_old), min(position)) as position
    from member group by name
  ), differing as (
    select case when before is null then 'Added' when after is null then 'Deleted' else 'Changed' end as verb, name, position
    from named where before is distinct from after
  ), told as (
    select verb, array_agg(name order by position) as names from differing group by verb
  ), placed as (
    select is_old, position, name, row_number() over (partition by is_old, name order by position) as nth from member
  ), stayed as (
    select was.position as was_at, stays.position as is_at
    from placed as was join placed as stays on stays.name = was.name and stays.nth = was.nth
    where was.is_old and not stays.is_old
  )
  select nullif(concat_ws(' ',
    (select string_agg(member_sentences(field, verb, names), ' ' order by array_position(array['Deleted', 'Changed', 'Added'], verb))
     from told),
    case when field not in ('tags', 'metricinstances')
      and (select array_agg(is_at order by was_at) <> array_agg(is_at order by is_at) from stayed)
      then format('Changed the order of %s fields.', field) end), '');
end;

-- The comment of a document that was `before` and is `after`: first the removed and added members of its `lists`, in
-- their order, then its other fields.
create function describe_change(before json, after json, lists text[]) returns text language sql immutable
begin atomic
  with listed as (
    select string_agg(describe_list(field, before -> field, after -> field), ' ' order by position) as sentences
    from unnest(lists) with ordinality as listed (field, position)
    where (before -> field)::text is distinct from (after -> field)::text
  ), plain as (
    select field, coalesce((before -> field)::text, 'null') in ('null', '""') as was_empty,
      value::text in ('null', '""') as is_empty
    from json_each(after) as entry (field, value)
    where field <> all (lists) and case when (before -> field)::text is distinct from value::text
      then (before -> field)::jsonb is distinct from value::jsonb else false end
  ), verbs as (
    select array_agg(field order by field collate "C") filter (where was_empty) as added,
      array_agg(field order by field collate "C") filter (where not was_empty and not is_empty) as changed,
      array_agg(field order by field collate "C") filter (where not was_empty and is_empty) as deleted
    from plain
  )
  select coalesce(nullif(concat_ws(' ', listed.sentences, 'Added ' || listing(verbs.added) || '.',
    'Changed ' || listing(verbs.changed) || '.', 'Deleted ' || listing(verbs.deleted) || '.'), ''), 'No fields changed.')
  from listed, verbs;
end;
