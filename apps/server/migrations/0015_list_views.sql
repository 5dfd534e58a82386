-- This uses no rows.
create table list_views (
  tenant_id integer not null default current_tenant() references tenants on delete cascade,
  id        integer generated always as identity,
  -- Null for a view that all users of the tenant have.
  user_id   integer,
  list      text collate "C" not null,
  name      text collate "C" not null,
  search    text not null,
  primary key (tenant_id, id),
  constraint list_views_name_key unique nulls not distinct (tenant_id, user_id, list, name),
  constraint list_views_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
comment on table list_views is 'Filters, order and columns of lists under a name, of one user or of all users of a tenant.';
select protect_uncounted('list_views');
