-- Versions of users that were added on the command line had only some of the fields of a user.
alter table versions no force row level security;
update versions set document = (jsonb_build_object('displayname', '', 'subject', '', 'egiid', '', 'groupsofreports', '[]'::jsonb,
    'groupsofmetrics', '[]'::jsonb, 'groupsofmetricprofiles', '[]'::jsonb, 'groupsofaggregations', '[]'::jsonb,
    'groupsofthresholdsprofiles', '[]'::jsonb) || document::jsonb)::json
where kind = 'user';
alter table versions force row level security;

-- Where a session is used, so that its user recognizes it. Its number is its public name.
alter table sessions add column id integer generated always as identity;
alter table sessions add column address text not null default '';
alter table sessions add column device text not null default '';

alter table activity drop constraint activity_action_check;
alter table activity add constraint activity_action_check
  check (action in ('add', 'change', 'delete', 'reveal', 'reseal', 'sign-in', 'sign-out', 'refuse', 'set-password', 'send-link',
    'end-session'));
