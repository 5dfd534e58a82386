-- This uses no rows.
create table change_rules (
  tenant_id      integer default current_tenant() primary key references tenants (id) on delete cascade,
  -- Whether it holds for all kinds that change requests can have; otherwise for those of the list.
  all_kinds      boolean not null,
  kinds          text[] not null,
  approvals      integer not null,
  -- The group whose members approve besides superusers; null, or the id of a deleted group, for nobody else.
  approver_group integer,
  counts_author  boolean not null,
  bypass         boolean not null,
  constraint change_rules_approvals_check check (approvals >= 0)
);
comment on table change_rules is 'Which kinds of a tenant are changed by change requests only, and who approves these; none without a row.';
select protect_uncounted('change_rules');
