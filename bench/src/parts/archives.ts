import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import pg from 'pg'
import type { Databases } from '../cluster.ts'
import type { Filling } from '../data/fill.ts'
import type { Target } from '../http/ask.ts'
import { median, percentile } from '../median.ts'
import { quatrain } from '../quatrain.ts'
import { type Figure, megabytes, milliseconds, seconds } from '../report/figure.ts'
import { person } from '../visitors.ts'
import { type Place, tenant } from './places.ts'
import { addProfile, type SavedProfile, saveProfile } from './profiles.ts'
import { smallPairs } from './saves.ts'
import { onPostgreSql } from './with-place.ts'

const filling: Filling = {
  catalogue: { templates: 100, versions: 1 },
  tenants: [{ tenant, metrics: 0, profiles: 1, pairs: 1 }],
}

const rows = Number(process.env.BENCH_ARCHIVED_ROWS ?? 1_000_000)
const objects = 2_500
const months = 12

/** Milliseconds between two saves. */
const pause = 20

/**
 * Rows of the log over the last full months, each with a version of one of the objects, in one valid chain. The trigger
 * would look for the end of the chain for each row.
 */
const filled = `do $$
  declare
    own integer := (select id from tenants where name = '${tenant}');
    started timestamptz := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '${months} months';
    step interval := (date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - started) / ${rows};
    entry activity;
    last text := '';
    document json;
    -- Of the last version of each object: a query would keep a plan that was made for empty tables.
    hashes text[] := array_fill(null::text, array[${objects}]);
    slot integer;
  begin
    alter table activity disable trigger user;
    delete from activity where tenant_id = own;
    for place in 1..${rows} loop
      slot := 1 + place % ${objects};
      document := json_build_object('name', 'object ' || place % ${objects}, 'groupname', 'operations', 'description', md5(place::text),
        'services', (select json_agg(json_build_object('service', 'service ' || each, 'metric', md5((place + each)::text)))
          from generate_series(1, 6) as each));
      insert into versions (tenant_id, kind, object_id, number, name, document, author, created_at, comment)
      values (own, 'report', 1000000 + place % ${objects}, 1 + (place - 1) / ${objects}, 'object ' || place % ${objects}, document, 'ann',
        started + place * step, 'Changed description.');
      entry := row(own, place, started + place * step, 'request', 'ann', '192.0.2.1', case when place > ${objects} then 'change' else 'add' end,
        'report', 1000000 + place % ${objects}, 'object ' || place % ${objects}, null, null, last, '', 4, 'browser',
        nullif((place - 1) / ${objects}, 0), 1 + (place - 1) / ${objects},
        hashes[slot], document_hash(document))::activity;
      hashes[slot] := document_hash(document);
      entry.hash := encode(sha256(convert_to(activity_text(entry), 'UTF8')), 'hex');
      last := entry.hash;
      insert into activity select (entry).*;
    end loop;
    alter table activity enable trigger user;
  end $$`

/** The time to archive a month of a long log, and saves of the same tenant meanwhile. */
export async function measureArchives(databases: Databases): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-bench-'))
  try {
    return await onPostgreSql(databases, { name: 'archives', filling }, (place) => figuresOf(place, folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function figuresOf({ name: on, server, url = '' }: Place, folder: string): Promise<Figure[]> {
  const { target } = await person(server.consoleUrl, tenant)
  const profile = await addProfile(target, metricProfiles, 'SAVED', { services: smallPairs })
  await run(url, filled)
  await run(url, 'vacuum (analyze)')
  const archive = (...words: string[]) => quatrain(['activity', 'archive', '--folder', folder, ...words], url)
  const before = await savesDuring(target, profile, setTimeout(10_000))
  const dryRun = await archive('--months', String(months - 1), '--dry-run')
  let took = 0
  const meanwhile = await savesDuring(
    target,
    profile,
    archive('--months', String(months - 1)).then((month) => {
      took = month.took
    }),
  )
  const files = filesIn(folder)
  const all = await archive('--months', '1')
  const verify = await quatrain(['activity', 'verify', '--archives', folder], url)
  const figure = (what: string, measured: string): Figure => ({ what, on, measured })
  const times = (saves: readonly number[]) =>
    `${milliseconds(median(saves))} (${milliseconds(percentile(saves, 0.99))}; ${milliseconds(Math.max(...saves))})`
  return [
    figure(`what a month of ${rows.toLocaleString('en')} rows would move`, seconds(dryRun.took)),
    figure('archive the month', seconds(took)),
    figure('size of its files', `${files.length}: ${(sum(files) / 1e6).toFixed(1)} MB`),
    figure(`archive ${months - 2} further months; peak memory`, `${seconds(all.took)}; ${megabytes(all.memory)}`),
    figure('verify the log and all files; peak memory', `${seconds(verify.took)}; ${megabytes(verify.memory)}`),
    figure('saves before: median (99th percentile; slowest)', times(before)),
    figure('saves while the month is archived', times(meanwhile)),
  ]
}

/** The durations of saves, one after the other, until something has ended. */
async function savesDuring(target: Target, profile: SavedProfile, work: Promise<unknown>): Promise<number[]> {
  const saves: number[] = []
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    saves.push(await saveProfile(target, profile, { services: smallPairs }))
    await setTimeout(pause)
  }
  await ended
  return saves
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=console' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const filesIn = (folder: string): number[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.zst'))
    .map((name) => statSync(join(folder, name)).size)

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
