-- This uses no rows.
-- The address of a package is its name, a dash and its version. Both can contain dashes, so two packages could have the
-- same address; the second one is refused.
create unique index packages_address_key on packages ((name || '-' || version));

-- The label of a repo in packages.
create function yum_repo_label(repo yum_repos, tag os_tags) returns text language sql immutable
  return repo.name || ' (' || tag.name || ')';

-- An OS tag in addresses.
create function os_tag_address(name text) returns text language sql immutable
  return lower(regexp_replace(name, '[\s-]+', '', 'g'));
