-- Failed sign-ins are counted by account and address, and by the network of the address. Rows expire after minutes.
truncate login_failures;
alter table login_failures add column network text collate "C" not null;
drop index login_failures_address;
create index login_failures_network on login_failures (tenant_id, network, failed_at);

-- The addresses from which users have signed in: failures elsewhere do not lock them out there.
create table sign_in_addresses (
  tenant_id integer not null default current_tenant(),
  user_id   integer not null,
  address   text collate "C" not null,
  last_at   timestamptz not null,
  primary key (tenant_id, user_id, address),
  constraint sign_in_addresses_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
create index sign_in_addresses_last_at on sign_in_addresses (tenant_id, last_at);
select protect('sign_in_addresses');

alter table activity drop constraint activity_action_check;
alter table activity add constraint activity_action_check
  check (action in ('add', 'change', 'delete', 'reveal', 'sign-in', 'sign-out', 'refuse'));
