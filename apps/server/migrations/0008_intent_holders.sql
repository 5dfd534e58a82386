-- This uses no rows.
-- The process that works on a write to two stores holds its intent: the request that began it, later recovery. A
-- holder that has stalled finds the token of another one here, and stops.
alter table intents
  drop column mended_at,
  add column holder  uuid not null default gen_random_uuid(),
  add column held_at timestamptz not null default clock_timestamp();

-- What recovery of an add needs. For a change and a delete, the stored object is sufficient.
alter table intents rename column before to memo;
