-- Limits of keys, and the token before the last rotation, which is accepted until `previous_until`. Only its hash is stored.
alter table api_keys
  add column expires_at timestamptz,
  add column networks text[] collate "C" not null default '{}',
  add column scopes text[] collate "C" not null default '{}',
  add column rotated_at timestamptz,
  add column previous_lookup text collate "C",
  add column previous_until timestamptz,
  add constraint api_keys_previous_check check ((previous_lookup is null) = (previous_until is null));
create index api_keys_previous on api_keys (tenant_id, previous_lookup) where previous_lookup is not null;

-- Versions of keys have the new fields, so that they can be compared.
alter table versions no force row level security;
update versions set document = (document::jsonb || jsonb_build_object('expires', null, 'networks', '[]'::jsonb,
    'scopes', '[]'::jsonb, 'rotated', null, 'previous_until', null))::json
where kind = 'apikey';
alter table versions force row level security;
