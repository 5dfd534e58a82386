import { randomBytes } from 'node:crypto'
import { changeMetrics } from '@quatrain/contract/resources/metric-bulk.ts'
import { type MetricInstance, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { withArticle } from '@quatrain/server/src/kit/resource/label.ts'
import { z } from 'zod'
import type { Databases } from '../cluster.ts'
import { metricName } from '../data/catalogue.ts'
import type { Filling } from '../data/fill.ts'
import { askSuccessfully } from '../http/ask.ts'
import { type Figure, kilobytes } from '../report/figure.ts'
import { person } from '../visitors.ts'
import { type Place, tenant } from './places.ts'
import { addReferred, type Measured, measured } from './profile-saves.ts'
import { addProfile, saveProfile } from './profiles.ts'
import { pairsOf } from './saves.ts'
import { onPglite, onPostgreSql } from './with-place.ts'

const metrics = 500
const filling: Filling = {
  catalogue: { templates: metrics, versions: 1 },
  tenants: [{ tenant, metrics, profiles: 1, pairs: 1 }],
}

/** The maximum of stored bytes for each byte of a document, for documents that are larger than the other columns. */
const maxRatio = 1.2
const minDocument = 4_000

const saves = { small: 400, large: 20 }

const kinds: readonly Measured[] = [
  {
    resource: metricProfiles,
    small: { size: '20 pairs', content: { services: pairsOf(20) } },
    large: { size: '5,000 pairs', content: { services: pairsOf(5_000) } },
  },
  ...measured,
  {
    resource: metricProfiles,
    small: { size: '20 pairs with random names', content: { services: randomPairs(20) } },
    large: { size: '5,000 pairs with random names', content: { services: randomPairs(5_000) } },
  },
]

/** What a save adds to the versions and to the activity log, in tables, in indexes and out of line. */
export async function measureStorage(databases: Databases): Promise<Figure[]> {
  return [
    ...(await onPostgreSql(databases, { name: 'storage', filling }, figuresOf)),
    ...(await onPglite(filling, figuresOf)),
  ]
}

async function figuresOf(place: Place): Promise<Figure[]> {
  const { target } = await person(place.server.consoleUrl, tenant)
  await addReferred(target, place.server.webApiUrl)
  const storedOf = await storage(place)
  const figures: Figure[] = []
  for (const [index, { resource, small, large }] of kinds.entries()) {
    for (const [times, { size, content }] of [
      [saves.small, small],
      [saves.large, large],
    ] as const) {
      // Reports refer to the profile with this name.
      const name = times === saves.small && index < measured.length ? 'SAVED-SMALL' : `STORED-${index}-${times}`
      const profile = await addProfile(target, resource, name, content)
      const what = `save of ${withArticle(resource.label.one)} of ${size}`
      figures.push(
        await storedOf(what, { kind: resource.kind, name, versions: times }, async () => {
          for (let save = 0; save < times; save++) await saveProfile(target, profile, content)
        }),
      )
    }
  }
  const names = Array.from({ length: metrics }, (_, index) => metricName(index + 1))
  figures.push(
    await storedOf(
      'another value of a metric',
      { kind: 'metric', name: metricName(1), versions: metrics },
      async () => {
        const body = { metrics: names, config: [{ key: 'timeout', value: '77' }] }
        const { method, path } = changeMetrics
        await askSuccessfully(target, method, path, { body, headers: { 'if-preview-match': '*' } })
      },
    ),
  )
  return figures
}

const sizes = z.object({ stored: z.coerce.number(), log: z.coerce.number(), document: z.coerce.number() })

/** Returns a function that measures what `save` adds for each of the versions of this object. */
async function storage({ name: on, server }: Place) {
  const text = `select pg_total_relation_size('versions') + pg_total_relation_size('activity') as stored,
    pg_current_wal_insert_lsn() - '0/0'::pg_lsn as log, (
      select octet_length(document::text) from versions
      where kind = $1::json->>'kind' and name = $1::json->>'name' order by created_at desc, number desc limit 1) as document`
  await server.calls.setFloor({ of: 'every tenant', name: 'stored', text, parameters: [], isOne: true })
  return async (
    what: string,
    { versions, ...object }: { readonly kind: string; readonly name: string; readonly versions: number },
    save: () => Promise<void>,
  ): Promise<Figure> => {
    const read = async () => {
      const { body } = await askSuccessfully({ url: server.bareUrl }, 'POST', '/stored', { body: object })
      return sizes.parse(JSON.parse(body.toString()))
    }
    const before = await read()
    await save()
    const after = await read()
    const [stored, log] = [(after.stored - before.stored) / versions, (after.log - before.log) / versions]
    const ratio = stored / after.document
    return {
      what: `${what}: bytes stored for a document of ${kilobytes(after.document)} (written ahead in all)`,
      on,
      measured: `${kilobytes(stored)}, ${ratio.toFixed(2)} times (${kilobytes(log)})`,
      ...(after.document >= minDocument && { budget: `≤ ${maxRatio} times`, holds: ratio <= maxRatio }),
    }
  }
}

/** Pairs that hardly compress. */
function randomPairs(count: number): MetricInstance[] {
  return Array.from({ length: count }, (_, index) => ({
    service: randomBytes(24).toString('base64url'),
    metric: metricName(1 + (index % 200)),
  }))
}
