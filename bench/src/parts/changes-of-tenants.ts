// Changes of the catalogue that all tenants follow by jobs, while another tenant saves.
import { setTimeout } from 'node:timers/promises'
import { type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { maxTenantsNow } from '@quatrain/contract/kit/roll-out-choice.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { deleteMetricTemplates, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { packageKey, packages } from '@quatrain/contract/resources/package.ts'
import { listRollOuts } from '@quatrain/contract/roll-outs.ts'
import { commonTag, metricName } from '../data/catalogue.ts'
import { packageName } from '../data/packages.ts'
import { type Answer, ask, askSuccessfully, type Target } from '../http/ask.ts'
import { forgetMost, memoryOf } from '../memory-of.ts'
import { type Figure, megabytes, milliseconds, seconds } from '../report/figure.ts'
import type { Server } from '../server/start.ts'
import { saving } from './saving.ts'
import { slowestStatement } from './slowest-statement.ts'

interface Change {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly body: object
  /** The tenants whose jobs are run; all, if it is undefined. */
  readonly sample?: readonly string[]
}

interface Given {
  readonly operator: Target
  /** The tenant that saves meanwhile. */
  readonly saver: string
  readonly tenants: readonly string[]
}

interface Measured {
  readonly figures: Figure[]
  readonly largest: { readonly what: string; readonly bytes: number }
}

const on = 'PostgreSQL'

/** Tenants whose jobs are run if all of them would take an hour. */
const sampled = Math.min(10, maxTenantsNow)

/** Each change with its dry run and its jobs, then deletes of one, 20 and 200 metric templates. */
export async function measureChangesOfTenants(server: Server, given: Given): Promise<Measured> {
  const figures: Figure[] = []
  let largest = { what: '', bytes: 0 }
  for (const change of await changesOf(given)) {
    const { dry, done, ofJobs } = await measureChange(server, given, change)
    if (dry.length > largest.bytes) largest = { what: `${change.what}: dry run`, bytes: dry.length }
    figures.push(...done, ...ofJobs)
  }
  return { figures, largest }
}

async function changesOf({ operator, tenants }: Given): Promise<Change[]> {
  const template = metricTemplates.record.parse(await read(operator, metricTemplates, metricName(50)))
  const { package: _, ...content } = template
  const key = packageKey({ name: packageName(1, 1), version: '1.1.0' })
  const moved = packages.record.parse(await read(operator, packages, key))
  const tag = metricTags.record.parse(await read(operator, metricTags, commonTag))
  const { method } = resourceEndpoints(metricTemplates).change
  const pathOf = (resource: Resource) => resourceEndpoints(resource).change.path
  const deleted = [1, 20, 200].map((count, index) => ({
    what: count === 1 ? 'delete of a metric template' : `delete of ${count} metric templates`,
    method: deleteMetricTemplates.method,
    path: deleteMetricTemplates.path,
    body: { metrictemplates: Array.from({ length: count }, (_, number) => metricName(1_000 + 300 * index + number)) },
  }))
  return [
    {
      ...{ what: 'change of a metric template', method, path: pathOf(metricTemplates) },
      body: { ...content, description: 'What it checks now.' },
    },
    {
      ...{ what: 'package of another version', method, path: pathOf(packages) },
      body: { ...moved, version: '1.1.1' },
    },
    ...deleted,
    // The last one: later changes of the tenants that are not in the sample would wait for it.
    {
      ...{ what: 'rename of a tag of all metric templates', method, path: pathOf(metricTags) },
      body: { id: tag.id, name: 'renamed' },
      sample: tenants.slice(0, sampled),
    },
  ]
}

async function read(target: Target, resource: Resource, key: string): Promise<unknown> {
  const answer = await askSuccessfully(target, 'GET', resourceEndpoints(resource).get.path.replace(':key', key))
  return JSON.parse(answer.body.toString())
}

/** A change, first as a dry run; it is reported if it is refused. */
async function measureChange(server: Server, { operator, saver }: Given, { what, method, path, body, sample }: Change) {
  const query = new URLSearchParams((sample ?? []).map((name) => ['tenants_now', name]))
  const send = async (also: Readonly<Record<string, string>> = {}) => {
    const answers: Answer[] = []
    const address = `${path}?${new URLSearchParams([...query, ...Object.entries(also)])}`
    const headers = { 'if-match': '*', 'if-preview-match': '*' }
    forgetMost(server.pid)
    const { now } = memoryOf(server.pid)
    const saves = await saving(server, saver)
    const slowest = await slowestStatement(
      server,
      async () => answers.push(await ask(operator, method, address, { body, headers })),
      1,
    )
    const { longest, refused } = await saves.stop()
    const [{ took, status, body: text } = { took: 0, status: 0, body: Buffer.of() }] = answers
    const outcome = status < 400 ? '' : ` (refused: ${text.toString().slice(0, 200)})`
    const growth = megabytes(memoryOf(server.pid).most - now)
    const figures: Figure[] = [
      {
        what: also.dry_run ? `${what}: dry run` : what,
        on,
        measured: `${seconds(took)}${outcome}, + ${growth}`,
        slowest,
      },
      {
        what: `${what}${also.dry_run ? ': dry run' : ''}: longest save of another tenant meanwhile`,
        on,
        measured: refused === 0 ? milliseconds(longest) : `${milliseconds(longest)} (${refused} refused)`,
      },
    ]
    return { figures, length: text.length }
  }
  const asked = await send({ dry_run: 'true' })
  const changed = await send()
  const ofJobs = await measureJobs(server, { operator, saver, what })
  return { dry: { length: asked.length }, done: [...asked.figures, ...changed.figures], ofJobs }
}

/** The jobs of the newest roll-out, which the console runs by itself, until none is due; nothing if there are none. */
async function measureJobs(
  server: Server,
  { operator, saver, what }: Pick<Given, 'operator' | 'saver'> & { readonly what: string },
): Promise<Figure[]> {
  const progress = async () => {
    const answer = await askSuccessfully(operator, 'GET', listRollOuts.path)
    const [newest] = listRollOuts.answer.parse(JSON.parse(answer.body.toString()))
    return newest?.jobs ?? { waiting: 0, done: 0 }
  }
  if ((await progress()).waiting === 0) return []
  const saves = await saving(server, saver)
  const begun = { at: performance.now(), done: (await progress()).done }
  let jobs = await progress()
  while (jobs.waiting > 0) {
    await setTimeout(500)
    jobs = await progress()
  }
  const count = jobs.done - begun.done
  const took = performance.now() - begun.at
  const { longest, refused } = await saves.stop()
  return [
    {
      what: `${what}: ${count} jobs, and each`,
      on,
      measured: `${seconds(took)}, ${milliseconds(took / Math.max(1, count))}`,
    },
    {
      what: `${what}: longest save of another tenant during the jobs`,
      on,
      measured: refused === 0 ? milliseconds(longest) : `${milliseconds(longest)} (${refused} refused)`,
    },
  ]
}
