-- This uses no rows.
-- The last day (UTC) on which the last row of a tenant's activity log was written to the server's log. It outlives its
-- tenant, as the activity log does.
create table activity_anchors (
  tenant_id integer not null default current_tenant(),
  day       date not null,
  primary key (tenant_id)
);
select protect('activity_anchors');
