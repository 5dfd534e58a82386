import { type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { packageKey, packages } from '@quatrain/contract/resources/package.ts'
import { blockTag, metricName } from '../data/catalogue.ts'
import { blockSize, packageName } from '../data/packages.ts'
import { superTenant } from '../data/tenants.ts'
import { askSuccessfully, type Target } from '../http/ask.ts'
import { type Figure, milliseconds } from '../report/figure.ts'
import { person } from '../visitors.ts'
import { type Counted, counted } from './counted.ts'
import type { Place } from './places.ts'

/** A write to an object that only the tenants of one block of templates use. */
interface Write {
  readonly what: string
  readonly body: (target: Target, block: number) => Promise<unknown>
  readonly path: string
}

/** The block of templates that one tenant has metrics of, and the one of 100 tenants. */
const ofOne = 2
const ofHundred = 1

const pathOf = (resource: Resource) => resourceEndpoints(resource).change.path

async function read(target: Target, resource: Resource, key: string): Promise<unknown> {
  const answer = await askSuccessfully(target, 'GET', resourceEndpoints(resource).get.path.replace(':key', key))
  return JSON.parse(answer.body.toString())
}

const writes: readonly Write[] = [
  {
    what: 'metric template changed without a new version',
    path: pathOf(metricTemplates),
    async body(target, block) {
      const name = metricName((block - 1) * blockSize + 50)
      const { package: _, ...template } = metricTemplates.record.parse(await read(target, metricTemplates, name))
      return { ...template, description: 'What it checks now.' }
    },
  },
  {
    what: 'package of another version',
    path: pathOf(packages),
    async body(target, block) {
      const key = packageKey({ name: packageName(block, 1), version: '1.5.0' })
      return { ...packages.record.parse(await read(target, packages, key)), version: '1.5.1' }
    },
  },
  {
    what: 'metric tag renamed',
    path: pathOf(metricTags),
    async body(target, block) {
      const { id } = metricTags.record.parse(await read(target, metricTags, blockTag(block)))
      return { id, name: `renamed-${block}` }
    },
  },
]

/** Writes with side effects on the metrics of one tenant, and of 100: the number of statements is the same. */
export async function measureReach({ name, server }: Place): Promise<Figure[]> {
  const { target } = await person(server.consoleUrl, superTenant)
  const figures: Figure[] = []
  for (const { what, path, body } of writes) {
    const save = async (block: number) =>
      counted(server, target, { method: 'PUT', path, body: await body(target, block) })
    figures.push(...figuresOf(what, name, await save(ofOne), await save(ofHundred)))
  }
  return figures
}

function figuresOf(what: string, on: string, one: Counted, hundred: Counted): Figure[] {
  const reach = `${what}, in 1 tenant and in 100 (${one.affected} and ${hundred.affected} objects)`
  return [
    {
      what: `${reach}: statements`,
      on,
      measured: `${one.statements} and ${hundred.statements}`,
      budget: 'the same',
      holds: one.statements === hundred.statements,
    },
    { what: `${reach}: time`, on, measured: `${milliseconds(one.took)} and ${milliseconds(hundred.took)}` },
  ]
}
