import { type MetricInstance, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { addObject, aNumber, storedObject } from './added-objects.ts'
import { originOf } from './visits.ts'

/** Pairs with metrics of NORDIC that are in other profiles too: saving or deleting them has no side effects. */
export const usualPairs: readonly MetricInstance[] = [
  { service: 'ARC-CE', metric: 'generic.tcp.connect' },
  { service: 'webdav', metric: 'generic.http.connect' },
]

/** A unique name. */
export const aName = (): string => `Z_E2E_${aNumber()}`

interface Given {
  readonly name?: string
  readonly groupname?: string
  readonly description?: string
  readonly services?: readonly MetricInstance[]
}

/** Adds a metric profile of NORDIC for one test, as an administrator, and returns its name. */
export const aMetricProfile = (given: Given = {}, origin = originOf('nordic')): Promise<string> => {
  const body = { name: aName(), groupname: 'NORDIC', description: 'As it was', services: usualPairs, ...given }
  return addObject(origin, metricProfiles, body)
}

/** The stored profile of NORDIC; undefined if it does not exist. */
export const storedProfile = (name: string, origin = originOf('nordic')) => storedObject(origin, metricProfiles, name)

export const pathOf = (name: string): string => `/ui/metricprofiles/${encodeURIComponent(name)}`
