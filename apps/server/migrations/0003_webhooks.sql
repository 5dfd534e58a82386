-- This uses no rows.
create table webhooks (
  tenant_id         integer not null default current_tenant() references tenants (id) on delete cascade,
  id                integer generated always as identity,
  row_version       integer not null default 1,
  name              text collate "C" not null,
  address           text not null,
  -- `kind.action`; either can be `*`.
  events            text[] collate "C" not null,
  has_values        boolean not null,
  active            boolean not null,
  -- Why the console has paused it; empty if a user did.
  paused_because    text not null default '',
  -- The secrets that sign, the newest first; null after an import.
  secrets_sealed    text,
  -- Null after an import.
  has_former_secret boolean default false,
  primary key (tenant_id, id),
  constraint webhooks_name_key unique (tenant_id, name)
);
comment on table webhooks is 'Addresses of other programs that are told about events.';
select protect('webhooks');

create table webhook_deliveries (
  tenant_id    integer not null default current_tenant() references tenants (id) on delete cascade,
  -- Identifies the message to its receiver, also when it is sent again.
  id           uuid not null default gen_random_uuid(),
  -- Events of one object are sent in this order.
  number       bigint generated always as identity,
  webhook      integer not null,
  kind         text collate "C" not null,
  action       text collate "C" not null,
  object_id    integer not null,
  object_name  text collate "C" not null,
  at           timestamptz not null,
  -- The row of the activity log that it tells; null for other events, which have `details`.
  activity     integer,
  details      json,
  state        text collate "C" not null default 'waiting',
  -- A user has asked for it: it is sent once, also by a webhook that is paused.
  is_asked     boolean not null default false,
  -- Not before this time.
  due          timestamptz not null,
  attempts     integer not null default 0,
  -- Of the attempts that may follow each other for a day.
  first_tried  timestamptz,
  -- A process is sending it until then, unless it ends.
  leased_until timestamptz,
  primary key (tenant_id, id),
  constraint webhook_deliveries_webhook_fkey foreign key (tenant_id, webhook) references webhooks on delete cascade,
  constraint webhook_deliveries_state_check check (state in ('waiting', 'sent', 'failed'))
);
comment on table webhook_deliveries is 'Messages to webhooks, written in the transaction of what they tell.';
create index webhook_deliveries_number on webhook_deliveries (tenant_id, webhook, number);
create index webhook_deliveries_waiting on webhook_deliveries (tenant_id, webhook, number) where state = 'waiting';
create index webhook_deliveries_object on webhook_deliveries (tenant_id, webhook, kind, object_id, number)
  where state = 'waiting';
create index webhook_deliveries_at on webhook_deliveries (tenant_id, at);
select protect_uncounted('webhook_deliveries');

create table webhook_attempts (
  tenant_id    integer not null default current_tenant() references tenants (id) on delete cascade,
  delivery     uuid not null,
  number       integer not null,
  at           timestamptz not null,
  -- Null without an answer.
  status       integer,
  milliseconds integer not null,
  -- The first characters of the answer, or why there is none.
  answer       text not null,
  primary key (tenant_id, delivery, number),
  constraint webhook_attempts_delivery_fkey foreign key (tenant_id, delivery) references webhook_deliveries on delete cascade
);
comment on table webhook_attempts is 'What receivers of webhooks have answered.';
select protect_uncounted('webhook_attempts');

-- Whether a webhook with these events is told about this one.
create function is_told(events text[], kind text, action text) returns boolean language sql immutable as $$
  select events && array[kind || '.' || action, kind || '.*', '*.' || action, '*.*']
$$;

create function announce_activity() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (tenant_id, webhook, kind, action, object_id, object_name, at, due, activity)
  select logged.tenant_id, webhook.id, logged.kind, logged.action, logged.object_id, logged.object_name, logged.at, logged.at,
    logged.number
  from logged join webhooks as webhook on webhook.tenant_id = logged.tenant_id and webhook.active
    and is_told(webhook.events, logged.kind, logged.action)
  order by logged.number;
  return null;
end
$$;
create trigger announce_activity after insert on activity referencing new table as logged
  for each statement execute function announce_activity();

-- Tells one event of an object that is not in the activity log.
create function announce(tenant integer, kind text, action text, id integer, name text, at timestamptz, details json)
returns void language sql as $$
  insert into webhook_deliveries (tenant_id, webhook, kind, action, object_id, object_name, at, due, details)
  select tenant, webhook.id, announce.kind, announce.action, announce.id, announce.name, at, at, details
  from webhooks as webhook where webhook.tenant_id = tenant and webhook.active
    and is_told(webhook.events, announce.kind, announce.action)
$$;

create function announce_request() returns trigger language plpgsql as $$
begin
  perform announce(new.tenant_id, 'changerequest', new.action, request.id, request.title, new.at,
    json_build_object('actor', new.author, 'text', new.text, 'author', request.author, 'link', request.link))
  from change_requests as request where request.tenant_id = new.tenant_id and request.id = new.request;
  return null;
end
$$;
create trigger announce_request after insert on change_request_comments for each row execute function announce_request();

create function announce_roll_out() returns trigger language plpgsql as $$
begin
  perform announce(new.tenant_id, 'rollout', new.state, new.roll_out_id, 'Roll-out ' || new.roll_out_id,
    coalesce(new.done_at, now()), json_build_object('reason', new.last_error));
  return null;
end
$$;
create trigger announce_roll_out after update on roll_out_jobs for each row
  when (new.state is distinct from old.state and new.state in ('done', 'refused')) execute function announce_roll_out();

create function announce_differences() returns trigger language plpgsql as $$
begin
  perform announce(new.tenant_id, 'stores', 'differ', 0, 'Differences', new.compared_at,
    json_build_object('differences', new.differences));
  return null;
end
$$;
create trigger announce_differences after update on store_comparisons for each row
  when (new.differences is distinct from old.differences and new.differences > 0) execute function announce_differences();

create function announce_place() returns trigger language plpgsql as $$
begin
  perform announce(new.tenant_id, 'user', 'new-place', person.id, person.username, new.last_at,
    json_build_object('address', new.address))
  from users as person where person.tenant_id = new.tenant_id and person.id = new.user_id and person.is_superuser;
  return null;
end
$$;
create trigger announce_place after insert on sign_in_addresses for each row execute function announce_place();
