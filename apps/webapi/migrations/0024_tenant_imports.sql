-- This uses no rows.
-- Tenants whose import from a file is not complete until the console has stored its part too. A repeated import replaces them.
create table tenant_imports (
  tenant integer primary key references tenants (id) on delete cascade,
  import text collate "C" not null
);
