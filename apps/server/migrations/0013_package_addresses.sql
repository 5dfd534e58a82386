-- A package's address is its name, a dash and its version. Both can hold dashes, so two packages could have the same
-- one; the second is refused.
create unique index packages_address_key on packages ((name || '-' || version));

-- How packages name a repo.
create function yum_repo_label(repo yum_repos, tag os_tags) returns text language sql immutable
  return repo.name || ' (' || tag.name || ')';

-- An OS tag as it stands in addresses.
create function os_tag_address(name text) returns text language sql immutable
  return lower(regexp_replace(name, '[\s-]+', '', 'g'));
