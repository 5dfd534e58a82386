-- Whoever works on a write to two stores holds its intent: the request that began it, later a mender. A holder that has
-- stalled finds somebody else's token here and goes no further.
alter table intents
  drop column mended_at,
  add column holder  uuid not null default gen_random_uuid(),
  add column held_at timestamptz not null default clock_timestamp();

-- What mending needs and finds nowhere else. Of a change and a delete everything is found: our own half, as it was.
alter table intents rename column before to memo;
