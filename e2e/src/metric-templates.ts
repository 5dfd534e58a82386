import { type MetricTemplateInput, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { addObject, aNumber, storedObject } from './added-objects.ts'
import { originOf } from './visits.ts'

/** A unique name. */
export const aTemplateName = (): string => `z.e2e.${aNumber()}`

const usual: Omit<MetricTemplateInput, 'name'> = {
  mtype: 'Active',
  tags: ['e2e'],
  probeversion: 'ams-probe (0.1.2)',
  description: 'As it was',
  parent: '',
  probeexecutable: 'ams-probe',
  config: [
    { key: 'maxCheckAttempts', value: '3' },
    { key: 'timeout', value: '60' },
    { key: 'path', value: '/usr/libexec/argo/probes/ams' },
    { key: 'interval', value: '5' },
    { key: 'retryInterval', value: '3' },
  ],
  attribute: [],
  dependency: [],
  flags: [{ key: 'OBSESS', value: '1' }],
  parameter: [
    { key: '-w', value: '5' },
    { key: '-c', value: '10' },
  ],
}

/** Adds a metric template for one test, as an administrator of the super-tenant, and returns its name. */
export const aMetricTemplate = (given: Partial<MetricTemplateInput> = {}): Promise<string> =>
  addObject(originOf(), metricTemplates, { name: aTemplateName(), ...usual, ...given })

/** The stored template; undefined if it does not exist. */
export const storedTemplate = (name: string) => storedObject(originOf(), metricTemplates, name)

export const templatePath = (name: string): string => `/ui/metrictemplates/${encodeURIComponent(name)}`
