-- Who needs a second factor to log in with a password; nobody without a row.
create table second_factor_rules (
  tenant_id   integer not null default current_tenant() references tenants (id) on delete cascade,
  required_of text not null check (required_of in ('nobody', 'superusers', 'everybody')),
  primary key (tenant_id)
);
select protect('second_factor_rules');
select leave_uncounted('second_factor_rules');

-- Whether the user of a session must set up a second factor before anything else.
alter table sessions add column needs_factor boolean not null default false;

alter table activity drop constraint activity_action_check;
alter table activity add constraint activity_action_check
  check (action in ('add', 'change', 'delete', 'reveal', 'reseal', 'sign-in', 'sign-out', 'refuse', 'set-password', 'send-link',
    'end-session', 'set-factor', 'remove-factor', 'renew-codes', 'confirm', 'require-factor'));
