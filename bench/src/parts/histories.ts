import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import type { Databases } from '../cluster.ts'
import type { Filling } from '../data/fill.ts'
import { ask, askSuccessfully } from '../http/ask.ts'
import { forgetMost, memoryOf } from '../memory-of.ts'
import { type Figure, megabytes, seconds } from '../report/figure.ts'
import { person } from '../visitors.ts'
import type { Place } from './places.ts'
import { onPglite, onPostgreSql } from './with-place.ts'

const tenant = 'HISTORY'
const filling: Filling = {
  catalogue: { templates: 1, versions: 1 },
  tenants: [{ tenant, metrics: 0, profiles: 1, pairs: 1 }],
}

const versions = 2_000
/** Characters of each document. */
const size = 100_000
const maxGrowth = 96 * 1024 * 1024

/** Documents that PostgreSQL cannot compress, and documents that it compresses to a hundredth. */
const texts: Readonly<Record<string, string>> = {
  incompressible: `(select string_agg(md5(number || ' ' || part), '') from generate_series(1, ${size} / 32) as part)`,
  compressible: `repeat(md5(number::text), ${size} / 32)`,
}

const filled = (name: string, id: number, text: string) => `
  with added as (
    insert into versions (kind, object_id, number, name, document, author, created_at, comment)
    select 'metricprofile', ${id}, number, '${name}', json_build_object('name', '${name}', 'groupname', '',
      'description', ${text}, 'metricinstances', '[]'::json), 'bench', now(), 'Changed description.'
    from generate_series(1, ${versions}) as number returning 1
  )
  select count(*)::integer as count from added`

/** The memory that the response with a whole history needs. */
export async function measureHistories(databases: Databases): Promise<Figure[]> {
  return [
    ...(await onPostgreSql(databases, { name: 'histories', filling }, figuresOf)),
    ...(await onPglite(filling, figuresOf)),
  ]
}

async function figuresOf({ name: on, server }: Place): Promise<Figure[]> {
  const { target } = await person(server.consoleUrl, tenant)
  const figures: Figure[] = []
  for (const [index, [kind, text]] of Object.entries(texts).entries()) {
    const name = `long-${index}`
    const floor = { name: 'fill', text: filled(name, 1_000_000 + index, text), parameters: [], isOne: true }
    await server.calls.setFloor({ of: { tenant }, ...floor })
    await askSuccessfully({ url: server.bareUrl }, 'GET', '/fill')
    const path = resourceEndpoints(metricProfiles).versions.path.replace(':key', name)
    const { now } = memoryOf(server.pid)
    forgetMost(server.pid)
    const answer = await ask(target, 'GET', path)
    const growth = memoryOf(server.pid).most - now
    if (answer.body.length < versions * size)
      throw new Error(`The response of ${path} has ${answer.body.length} bytes.`)
    figures.push({
      what: `history of ${versions.toLocaleString('en')} versions, ${megabytes(answer.body.length)}, ${kind} (${seconds(answer.took)}): peak memory of the process`,
      on,
      measured: `+ ${megabytes(growth)}`,
      budget: `< ${megabytes(maxGrowth)}`,
      holds: growth < maxGrowth,
    })
  }
  return figures
}
