import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type MetricOverrideDocument, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { addObject, aNumber } from './added-objects.ts'
import { sendRequest } from './send-request.ts'
import { sharedSession } from './session.ts'
import { originOf } from './visits.ts'

const api = resourceEndpoints(metricOverrides)
const origin = () => originOf('nordic')

export const overrideList = '/ui/administration/metricoverrides'

/** A unique name that sorts last, so that the override wins. */
export const anOverrideName = (): string => `z-e2e-${aNumber()}`

/** Adds an override of the tenant NORDIC for one test and returns its name. */
export async function anOverride(given: Partial<MetricOverrideDocument> = {}): Promise<string> {
  const lists = { global_attributes: [], host_attributes: [], metric_parameters: [] }
  return addObject(origin(), metricOverrides, { name: anOverrideName(), ...lists, ...given })
}

/** The stored override. */
export async function storedOverride(name: string): Promise<unknown> {
  const { headers } = await sharedSession(origin(), 'admin')
  return (await sendRequest(origin(), api.get.path.replace(':key', name), { headers })).body
}

/** Types into one cell of one of the tables. */
export const cellName = (table: string, cell: string, row = 1): string => `${table}: ${cell} ${row}`
