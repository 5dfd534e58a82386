-- The comment of a document that was `before` and is `after`: first the changes of its `lists`, in their order, then those of
-- its other fields. A missing value, null and an empty text are equal, as in comparisons, and a field that is no longer in the
-- document is deleted. The function `describeChange` of the server returns the same, and a test compares the two.
create or replace function describe_change(before json, after json, lists text[]) returns text language sql immutable
begin atomic
  with listed as (
    select string_agg(describe_list(field, before -> field, after -> field), ' ' order by position) as sentences
    from unnest(lists) with ordinality as listed (field, position)
    where (before -> field)::text is distinct from (after -> field)::text
  ), named as (
    select json_object_keys(before) as field union select json_object_keys(after)
  ), plain as (
    select field, coalesce((before -> field)::text, 'null') in ('null', '""') as was_empty,
      coalesce((after -> field)::text, 'null') in ('null', '""') as is_empty
    from named
    where field <> all (lists) and case when (before -> field)::text is distinct from (after -> field)::text
      then (before -> field)::jsonb is distinct from (after -> field)::jsonb else false end
  ), verbs as (
    select array_agg(field order by field collate "C") filter (where was_empty and not is_empty) as added,
      array_agg(field order by field collate "C") filter (where not was_empty and not is_empty) as changed,
      array_agg(field order by field collate "C") filter (where not was_empty and is_empty) as deleted
    from plain
  )
  select coalesce(nullif(concat_ws(' ', listed.sentences, 'Added ' || listing(verbs.added) || '.',
    'Changed ' || listing(verbs.changed) || '.', 'Deleted ' || listing(verbs.deleted) || '.'), ''), 'No fields changed.')
  from listed, verbs;
end;
