import { randomUUID } from 'node:crypto'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type MetricInstance, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { sendRequest } from './send-request.ts'
import { sharedSession } from './session.ts'
import { originOf } from './visits.ts'

const api = resourceEndpoints(metricProfiles)

/** Pairs with metrics of NORDIC that are in other profiles too: saving or deleting them has no side effects. */
export const usualPairs: readonly MetricInstance[] = [
  { service: 'ARC-CE', metric: 'generic.tcp.connect' },
  { service: 'webdav', metric: 'generic.http.connect' },
]

/** A unique name. */
export const aName = (): string => `Z_E2E_${randomUUID().slice(0, 8).toUpperCase()}`

interface Given {
  readonly name?: string
  readonly groupname?: string
  readonly description?: string
  readonly services?: readonly MetricInstance[]
}

/** Adds a metric profile of NORDIC for one test, as an administrator, and returns its name. */
export async function aMetricProfile(given: Given = {}, origin = originOf('nordic')): Promise<string> {
  const body = { name: aName(), groupname: 'NORDIC', description: 'As it was', services: usualPairs, ...given }
  const { headers } = await sharedSession(origin, 'admin')
  const { status, body: answer } = await sendRequest(origin, api.add.path, { method: api.add.method, headers, body })
  if (status >= 400) throw new Error(`${body.name} could not be added: ${JSON.stringify(answer)}`)
  return body.name
}

/** The stored profile of NORDIC; undefined if it does not exist. */
export async function storedProfile(name: string, origin = originOf('nordic')) {
  const { status, body } = await sendRequest(origin, api.publicGet.path.replace(':key', encodeURIComponent(name)))
  return status === 404 ? undefined : metricProfiles.record.parse(body)
}

export const pathOf = (name: string): string => `/ui/metricprofiles/${encodeURIComponent(name)}`
