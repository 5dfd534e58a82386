-- This uses no rows.
alter table change_requests
  -- Who manages the objects of the request as code; null if people have collected its writes.
  add column managed json;

create table managed_objects (
  tenant_id integer not null default current_tenant() references tenants on delete cascade,
  kind text collate "C" not null,
  name text collate "C" not null,
  owner text not null,
  link text not null,
  commit text not null,
  spec json not null,
  applied_at timestamptz not null,
  primary key (tenant_id, kind, name)
);
comment on table managed_objects is 'Objects that are managed as code: by whom, and what files said when they were applied.';
select protect_uncounted('managed_objects');

-- Also says who manages an object as code, if the change is not the owner's.
create or replace function announce_activity() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (tenant_id, webhook, kind, action, object_id, object_name, at, due, activity, details)
  select logged.tenant_id, webhook.id, logged.kind, logged.action, logged.object_id, logged.object_name, logged.at, logged.at,
    logged.number, case when managed.owner is not null then json_build_object('managed_by', managed.owner) end
  from logged join webhooks as webhook on webhook.tenant_id = logged.tenant_id and webhook.active
    and is_told(webhook.events, logged.kind, logged.action)
  left join managed_objects as managed on managed.tenant_id = logged.tenant_id and managed.kind = logged.kind
    and managed.name = logged.object_name and not exists (
      select from change_requests as request where request.tenant_id = logged.tenant_id
        and request.request_id = logged.request_id and request.managed ->> 'owner' = managed.owner)
  order by logged.number;
  return null;
end
$$;
