-- This uses no rows.
create table mail_preferences (
  tenant_id integer not null default current_tenant(),
  user_id   integer not null,
  reviews   text collate "C" not null,
  failures  text collate "C" not null,
  news      text collate "C" not null,
  primary key (tenant_id, user_id),
  constraint mail_preferences_user_fkey foreign key (tenant_id, user_id) references users on delete cascade,
  constraint mail_preferences_reviews_check check (reviews in ('at once', 'daily', 'never')),
  constraint mail_preferences_failures_check check (failures in ('at once', 'daily', 'never')),
  constraint mail_preferences_news_check check (news in ('at once', 'daily', 'never'))
);
comment on table mail_preferences is 'When users get mails about change requests; the usual ones without a row.';
select protect_uncounted('mail_preferences');

create table request_mails (
  tenant_id    integer not null default current_tenant(),
  id           integer generated always as identity,
  user_id      integer not null,
  -- A change request, or an object that was saved without one.
  kind         text collate "C" not null,
  object_id    integer not null,
  name         text collate "C" not null,
  action       text collate "C" not null,
  actor        text not null,
  remark       text not null,
  at           timestamptz not null,
  -- Not before this time. Everything that is due for a user is one mail.
  due          timestamptz not null,
  attempts     integer not null default 0,
  -- A process is sending it until then, unless it ends.
  leased_until timestamptz,
  primary key (tenant_id, id),
  constraint request_mails_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
comment on table request_mails is 'What users are about to be told by mail, written in the transaction of what happened.';
create index request_mails_user on request_mails (tenant_id, user_id, due);
select protect_uncounted('request_mails');

-- When a mail to this user is due; null for never. A daily one is sent at six in the morning (UTC).
create function mail_due(tenant integer, person integer, topic text, at timestamptz) returns timestamptz language sql stable as $$
  select case coalesce(
      (select case topic when 'reviews' then reviews when 'failures' then failures else news end
       from mail_preferences where tenant_id = tenant and user_id = person),
      case topic when 'news' then 'never' else 'at once' end)
    when 'at once' then at
    when 'daily' then date_trunc('day', at - interval '6 hours', 'UTC') + interval '30 hours'
  end
$$;

-- Superusers and the members of the group that the rule names.
create function is_reviewer(tenant integer, person integer) returns boolean language sql stable as $$
  select coalesce((select is_superuser from users where tenant_id = tenant and id = person), false) or exists (
    select from change_rules as rule
    join group_members as member on member.tenant_id = rule.tenant_id and member.group_id = rule.approver_group
    where rule.tenant_id = tenant and member.user_id = person)
$$;

create function mail_about_request() returns trigger language plpgsql as $$
begin
  insert into request_mails (tenant_id, user_id, kind, object_id, name, action, actor, remark, at, due)
  select new.tenant_id, person.id, 'changerequest', request.id, request.title, new.action, new.author, new.text, new.at, mail.due
  from change_requests as request
  join users as person on person.tenant_id = request.tenant_id and person.is_active and person.email <> ''
  left join change_rules as rule on rule.tenant_id = request.tenant_id
  cross join lateral (select person.username = request.author as is_author) as role
  cross join lateral (select case
    when new.action = 'submit' and (not role.is_author or rule.counts_author) and is_reviewer(new.tenant_id, person.id)
      then 'reviews'
    -- Somebody has to confirm it.
    when new.action = 'apply' and request.confirm_by is not null and (role.is_author or exists (
        select from change_request_approvals as approval where approval.tenant_id = request.tenant_id
          and approval.request = request.id and approval.username = person.username))
      then 'reviews'
    when role.is_author and new.action in ('fail', 'fail-revert') then 'failures'
    -- The author knows the own steps, but a schedule makes some in the name of the author.
    when role.is_author and (new.author <> request.author or new.action in ('apply', 'void', 'revert')) then 'news'
  end as topic) as told
  cross join lateral (select mail_due(new.tenant_id, person.id, told.topic, new.at) as due) as mail
  where request.tenant_id = new.tenant_id and request.id = new.request and told.topic is not null and mail.due is not null;
  return null;
end
$$;
create trigger mail_about_request after insert on change_request_comments for each row execute function mail_about_request();

create function mail_past_rule() returns trigger language plpgsql as $$
begin
  insert into request_mails (tenant_id, user_id, kind, object_id, name, action, actor, remark, at, due)
  select new.tenant_id, person.id, new.kind, new.object_id, new.name, 'past-rule', new.author, new.remark, new.created_at, mail.due
  from users as person
  cross join lateral (select mail_due(new.tenant_id, person.id, 'reviews', new.created_at) as due) as mail
  where person.tenant_id = new.tenant_id and person.is_active and person.email <> '' and person.username <> new.author
    and is_reviewer(new.tenant_id, person.id) and mail.due is not null;
  return null;
end
$$;
create trigger mail_past_rule after insert on versions for each row
  when (starts_with(new.remark, 'Without a change request: ')) execute function mail_past_rule();
