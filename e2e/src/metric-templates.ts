import { randomUUID } from 'node:crypto'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type MetricTemplateInput, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { sendRequest } from './send-request.ts'
import { sharedSession } from './session.ts'
import { originOf } from './visits.ts'

const api = resourceEndpoints(metricTemplates)

/** A unique name. */
export const aTemplateName = (): string => `z.e2e.${randomUUID().slice(0, 8)}`

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
export async function aMetricTemplate(given: Partial<MetricTemplateInput> = {}): Promise<string> {
  const body = { name: aTemplateName(), ...usual, ...given }
  const { headers } = await sharedSession(originOf(), 'admin')
  const { status, body: answer } = await sendRequest(originOf(), api.add.path, {
    method: api.add.method,
    headers,
    body,
  })
  if (status >= 400) throw new Error(`${body.name} could not be added: ${JSON.stringify(answer)}`)
  return body.name
}

/** The stored template; undefined if it does not exist. */
export async function storedTemplate(name: string) {
  const { status, body } = await sendRequest(originOf(), api.publicGet.path.replace(':key', encodeURIComponent(name)))
  return status === 404 ? undefined : metricTemplates.record.parse(body)
}

export const templatePath = (name: string): string => `/ui/metrictemplates/${encodeURIComponent(name)}`
