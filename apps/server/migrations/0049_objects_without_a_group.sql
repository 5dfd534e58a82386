-- Deleting a group leaves its objects without one, or moves them to another group. Both are written and recorded by the
-- console: no foreign key does it silently.
alter table metric_profiles alter column group_id drop not null;
alter table aggregation_profiles alter column group_id drop not null;
alter table thresholds_profiles alter column group_id drop not null;
alter table reports alter column group_id drop not null;

alter table metrics drop constraint metrics_group_fkey,
  add constraint metrics_group_fkey foreign key (tenant_id, group_id) references groups;

alter table group_members drop constraint group_members_group_fkey,
  add constraint group_members_group_fkey foreign key (tenant_id, group_id) references groups;
