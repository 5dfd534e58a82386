-- The templates with a tag are a part of the tag, whoever changes them: a save of the tag that began before is stale.
create function count_tag_members() returns trigger language plpgsql as $$
begin
  update metric_tags set row_version = row_version + 1 where id in (select tag_id from changed);
  return null;
end
$$;
create trigger count_members_added after insert on metric_template_tags
  referencing new table as changed for each statement execute function count_tag_members();
create trigger count_members_removed after delete on metric_template_tags
  referencing old table as changed for each statement execute function count_tag_members();
