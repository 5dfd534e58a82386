alter table mail_preferences
  add column watched text collate "C" not null default 'at once',
  add column findings text collate "C" not null default 'never',
  add constraint mail_preferences_watched_check check (watched in ('at once', 'daily', 'never')),
  add constraint mail_preferences_findings_check check (findings in ('at once', 'daily', 'never'));
comment on table mail_preferences is 'When users get mails; the usual ones without a row.';

create or replace function mail_due(tenant integer, person integer, topic text, at timestamptz) returns timestamptz language sql stable as $$
  select case coalesce(
      (select case topic when 'reviews' then reviews when 'failures' then failures when 'news' then news
         when 'watched' then watched else findings end
       from mail_preferences where tenant_id = tenant and user_id = person),
      case when topic in ('news', 'findings') then 'never' else 'at once' end)
    when 'at once' then at
    when 'daily' then date_trunc('day', at - interval '6 hours', 'UTC') + interval '30 hours'
  end
$$;

-- This uses no rows.
create table watched_objects (
  tenant_id integer not null default current_tenant(),
  id        integer generated always as identity,
  user_id   integer not null,
  kind      text collate "C" not null,
  name      text collate "C" not null,
  -- Known from the first change on: it follows the object when its name is changed.
  object_id integer,
  primary key (tenant_id, id),
  constraint watched_objects_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
comment on table watched_objects is 'Objects that users watch: they get mails about what others do to them.';
create index watched_objects_user on watched_objects (tenant_id, user_id);
create index watched_objects_name on watched_objects (tenant_id, kind, name);
select protect_uncounted('watched_objects');

create function mail_watchers() returns trigger language plpgsql as $$
begin
  if not exists (select from watched_objects as watched join logged on logged.tenant_id = watched.tenant_id) then return null; end if;
  insert into request_mails (tenant_id, user_id, kind, object_id, name, action, actor, remark, at, due)
  select logged.tenant_id, person.id, logged.kind, logged.object_id, logged.object_name, logged.action, logged.actor, '', logged.at,
    mail.due
  from logged
  join watched_objects as watched on watched.tenant_id = logged.tenant_id and watched.kind = logged.kind
    and (watched.object_id = logged.object_id or watched.object_id is null and watched.name = logged.object_name)
  join users as person on person.tenant_id = watched.tenant_id and person.id = watched.user_id and person.is_active
    and person.email <> '' and person.username <> logged.actor
  cross join lateral (select mail_due(logged.tenant_id, person.id, 'watched', logged.at) as due) as mail
  where logged.action in ('change', 'delete') and mail.due is not null
  order by logged.number;
  update watched_objects as watched set name = logged.object_name, object_id = logged.object_id from logged
  where watched.tenant_id = logged.tenant_id and watched.kind = logged.kind and logged.action = 'change'
    and (watched.object_id = logged.object_id or watched.object_id is null and watched.name = logged.object_name);
  delete from watched_objects as watched using logged
  where watched.tenant_id = logged.tenant_id and watched.kind = logged.kind and logged.action = 'delete'
    and watched.object_id = logged.object_id;
  return null;
end
$$;
create trigger mail_watchers after insert on activity referencing new table as logged
  for each statement execute function mail_watchers();

-- How many errors and warnings the objects of each group had; null if that was not counted. [{"group": "operations", "count": 3}]
alter table finding_counts add column groups json;
