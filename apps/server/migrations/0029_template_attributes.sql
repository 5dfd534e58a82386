-- The keys of a template's current attributes, so that a search for templates by an attribute does not parse all
-- attributes. Maintained by triggers, in the transaction that changes the template.
create table metric_template_attributes (
  key         text collate "C" not null,
  template_id integer not null,
  primary key (key, template_id),
  constraint metric_template_attributes_template_fkey
    foreign key (template_id) references metric_templates on delete cascade
);
create index metric_template_attributes_template on metric_template_attributes (template_id);
select share('metric_template_attributes');

create function keep_attribute_keys(templates integer[]) returns void language plpgsql as $$
begin
  with wanted as (
    select distinct entry.pair ->> 'key' as key, template.id as template_id
    from metric_templates as template
    join metric_template_versions as version on version.id = template.current_version_id
    cross join json_array_elements(version.attribute) as entry (pair)
    where template.id = any(templates) and entry.pair ->> 'key' is not null
  ), gone as (
    delete from metric_template_attributes as kept
    where kept.template_id = any(templates)
      and not exists (select from wanted where wanted.key = kept.key and wanted.template_id = kept.template_id)
  )
  insert into metric_template_attributes (key, template_id) select key, template_id from wanted
  on conflict do nothing;
end
$$;

-- Both tables have a trigger, because the current version of a template may be written before or after the template.
create function keep_attribute_keys_of_templates() returns trigger language plpgsql as $$
begin
  perform keep_attribute_keys(array(select id from changed));
  return null;
end
$$;
create trigger keep_attribute_keys_added after insert on metric_templates
  referencing new table as changed for each statement execute function keep_attribute_keys_of_templates();
create trigger keep_attribute_keys_changed after update on metric_templates
  referencing new table as changed for each statement execute function keep_attribute_keys_of_templates();

create function keep_attribute_keys_of_versions() returns trigger language plpgsql as $$
begin
  perform keep_attribute_keys(array(select distinct template_id from changed));
  return null;
end
$$;
create trigger keep_attribute_keys_added after insert on metric_template_versions
  referencing new table as changed for each statement execute function keep_attribute_keys_of_versions();
create trigger keep_attribute_keys_changed after update on metric_template_versions
  referencing new table as changed for each statement execute function keep_attribute_keys_of_versions();

select keep_attribute_keys(array(select id from metric_templates));
