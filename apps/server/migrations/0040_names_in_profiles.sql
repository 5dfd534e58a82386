-- The services of an aggregation profile and the metrics of a thresholds profile, without repetitions: reading them from the
-- documents takes too long for the home page. Written with the document.
alter table aggregation_profiles add column service_names text[] collate "C" not null default '{}';
update aggregation_profiles set service_names = array(
  select distinct name #>> '{}' from jsonb_path_query(content, '$.groups[*].services[*].name') as service (name));
alter table aggregation_profiles alter column service_names drop default;

alter table thresholds_profiles add column metric_names text[] collate "C" not null default '{}';
update thresholds_profiles set metric_names = array(
  select distinct metric #>> '{}' from jsonb_path_query(rules, '$[*].metric') as rule (metric));
alter table thresholds_profiles alter column metric_names drop default;
