import { sessionActive } from '@quatrain/contract/accounts/session.ts'
import { changedObject } from '@quatrain/contract/console/home.ts'
import { configOptions, isTenantSchema } from '@quatrain/contract/console/options.ts'
import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { type DryRun, dryRun } from '@quatrain/contract/kit/dry-run.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import type { z } from 'zod'
import { FakeApi } from './fake-api.ts'
import { namedSample } from './named-sample.ts'
import { options } from './render-page.tsx'

const declared = Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>(
    ['../../../packages/contract/src/**/*.ts', '!../../../packages/contract/src/**/*.test.ts'],
    { eager: true },
  ),
).flatMap((module) => Object.values(module))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isEndpoint = (value: unknown): value is Endpoint => isObject(value) && 'method' in value && 'answer' in value
const isResource = (value: unknown): value is Resource => isObject(value) && 'kind' in value && 'record' in value

const writeOf = { at: new Date().toISOString(), actor: 'ada', id: 1, number: 1 }

/** Every kind of object that the contract declares. */
export const allResources = declared.filter(isResource)

interface Answered {
  readonly endpoint: Endpoint
  readonly resource?: Resource
}

/** Most specific last, because later rules of a `FakeApi` win: those with fewer parameters, and single declarations. */
const answered: readonly Answered[] = [
  ...allResources.flatMap((resource) =>
    Object.values(resourceEndpoints(resource)).map((endpoint) => ({ endpoint, resource })),
  ),
  ...declared.filter(isEndpoint).map((endpoint) => ({ endpoint })),
].toSorted((one, other) => other.endpoint.path.split(':').length - one.endpoint.path.split(':').length)

/**
 * The server of a deployment in which everything has one of these names. A list has one row for each name; an object
 * has the name at the end of its address, alone or as the first part of a key, or the first one. A superuser is signed in.
 */
export function aNamedServer(deployment: Deployment, names: readonly [string, ...string[]]): FakeApi {
  const api = new FakeApi()
  const [usual] = names
  const sample = (schema: z.ZodType, name: string = usual) => namedSample(schema, name, names)
  for (const { endpoint, resource } of answered) {
    api.answerBy(endpoint, ({ path }) => {
      const last = path.split('/').at(-1)
      return sample(
        endpoint.answer,
        names.find((name) => last?.startsWith(name) && !/\w/.test(last.charAt(name.length))),
      )
    })
    if (endpoint.method !== 'GET') api.preview(endpoint, () => previewOf(resource))
  }
  return (
    api
      .answer(isTenantSchema, { isTenantSchema: deployment === 'tenant' })
      .answer(configOptions, { result: options })
      // Nothing else is shown to users who have to set up a second factor.
      .answerBy(sessionActive, () => ({ ...Object(sample(sessionActive.answer)), needs_second_factor: undefined }))
      .answer(changedObject, { change: { ...changedObjectOf(metricTemplates), ...writeOf } })
  )

  /** The object's texts change from the last name to the first. */
  function changedObjectOf({ kind, document }: Resource) {
    const [before, after] = [names.at(-1), usual].map((name) => Object(sample(document, name)))
    return { kind, name: usual, action: 'change', request: null, before, after } as const
  }

  /** The response to a dry run. */
  function previewOf(resource: Resource | undefined): DryRun {
    const others = dryRun.parse(sample(dryRun))
    if (!resource) return others
    const own = { tenant: options.tenant_display_name, ...changedObjectOf(resource) }
    return { ...others, changes: [own, ...others.changes] }
  }
}
