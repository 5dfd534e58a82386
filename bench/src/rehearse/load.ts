import { setTimeout } from 'node:timers/promises'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { machineMetrics } from '@quatrain/contract/machine-api/metrics.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { z } from 'zod'
import type { Filling } from '../data/fill.ts'
import { addOperationsProfile, addProfile, groupsOfServices } from '../parts/profiles.ts'
import { box } from '../visitors.ts'
import type { Installation } from './installation.ts'
import { type Patient, patient, type Seen, signedIn } from './patient.ts'
import { aggregated, aggregating, operationsProfile, savedKinds } from './saved-kinds.ts'
import { type Saver, startSaver } from './saver.ts'

const tenants = ['ALPHA', 'BETA']
/** Their data at the start. */
export const filling: Filling = {
  catalogue: { templates: 200, versions: 1 },
  tenants: tenants.map((tenant) => ({ tenant, metrics: 200, profiles: 0, pairs: 0 })),
}

/** People and monitoring boxes of two tenants, who go on until they are told to stop. */
export interface Load {
  readonly savers: readonly Saver[]
  /** The sessions, by tenant. */
  readonly people: ReadonlyMap<string, Patient>
  readonly reads: () => number
  readonly seen: Seen
  stop(): Promise<void>
}

/** After this many saves, another object is added and deleted. */
const savesBetween = 10

/** Starts the load, with `thinkingMs` between two requests of a client: each tenant has one person for each kind of object, a reader and two boxes. */
export async function startLoad(
  { url, webApis }: Pick<Installation, 'url' | 'webApis'>,
  thinkingMs: number,
): Promise<Load> {
  const seen: Seen = { unclear: new Map(), took: [], errors: [] }
  const people = new Map<string, Patient>()
  const savers: Saver[] = []
  const boxes: Patient[] = []
  for (const tenant of tenants) {
    const target = await signedIn(url, tenant)
    const client = patient(target, seen)
    people.set(tenant, client)
    boxes.push(patient(box(url, tenant), seen), patient(box(url, tenant), seen))
    await addOperationsProfile(String(webApis[0]?.url), tenant, operationsProfile)
    await addProfile(target, metricProfiles, aggregated, { services: [] }, tenant)
    await addProfile(target, aggregationProfiles, aggregating, groupsOfServices(aggregated, 1, 1), tenant)
    for (const kind of savedKinds) savers.push(await startSaver(client, kind, tenant, 'SAVED'))
  }
  let isOver = false
  let reads = 0
  const untilOver = async (work: () => Promise<void>) => {
    while (!isOver) {
      await work()
      await setTimeout(thinkingMs)
    }
  }
  const working = [
    ...savers.map((saver) =>
      untilOver(async () => {
        await saver.save()
        if (saver.saves % savesBetween === 0) await saver.addAndDelete()
      }),
    ),
    ...[...people].map(([tenant, client]) =>
      untilOver(async () => {
        await readList(client, savers, tenant)
        reads += 1
      }),
    ),
    ...boxes.map((client) =>
      untilOver(async () => {
        const { status } = await client.read(machineMetrics.path)
        if (status !== 200) seen.errors.push(`A box got ${status}.`)
        reads += 1
      }),
    ),
    // What fails is among the errors already.
  ].map((work) => work.catch((error: unknown) => void seen.errors.push(String(error))))
  return {
    savers,
    people,
    seen,
    reads: () => reads,
    async stop() {
      isOver = true
      await Promise.all(working)
    },
  }
}

const rows = z.array(z.object({ name: z.string(), description: z.string() }))

/** Reads the list of metric profiles: whatever process answers, it has each save that had been acknowledged before. */
async function readList(client: Patient, savers: readonly Saver[], tenant: string): Promise<void> {
  const own = savers.filter((saver) => saver.tenant === tenant && saver.kind.resource === metricProfiles)
  const before = own.map(({ saves }) => saves)
  const { status, body } = await client.read(resourceEndpoints(metricProfiles).list.path)
  if (status !== 200) return void client.seen.errors.push(`A list was answered with ${status}.`)
  const list = rows.parse(JSON.parse(body.toString()))
  for (const [index, { name }] of own.entries()) {
    const found = Number(list.find((row) => row.name === name)?.description.replace('Save ', ''))
    if (!(found >= (before[index] ?? 0))) client.seen.errors.push(`A list has save ${found}, not ${before[index]}.`)
  }
}
