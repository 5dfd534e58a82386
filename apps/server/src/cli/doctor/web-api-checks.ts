import { AppError } from '@quatrain/platform/errors.ts'
import { readingWebApiFor, webApiFor } from '#gateways/web-api/web-api-for.ts'
import type { ApiKeys } from '#request/api-keys.ts'
import type { Tenancy } from '#request/tenancy.ts'
import { clockFinding } from './database-checks.ts'
import { error, type Finding, messageOf, ok, warning } from './finding.ts'

interface Options {
  readonly url: string
  readonly timeout: number
  readonly tenancy: Tenancy
  readonly apiKeys: ApiKeys
}

/** Whether the Web API answers, whether its clock is right, and whether it accepts the keys of every tenant. */
export async function checkWebApi(options: Options): Promise<Finding[]> {
  const { url, timeout, tenancy } = options
  const answer = await fetch(`${url}/api/v2/metric_profiles`, { signal: AbortSignal.timeout(timeout) }).catch(messageOf)
  if (typeof answer === 'string') return [error(`The Web API does not answer at ${url}: ${answer}.`)]
  const date = Date.parse(answer.headers.get('date') ?? '')
  await answer.body?.cancel()
  const clock = Number.isNaN(date) ? [] : [clockFinding('Web API', date - Date.now())]
  const tenants = (await tenancy.tenants()).filter(({ deployment }) => deployment === 'tenant')
  const refused: Finding[] = []
  for (const tenant of tenants) {
    const writing = await whyRefused(() => webApiFor(options)(tenant).metricProfiles.list())
    if (writing) refused.push(error(`${tenant.name}: profiles and reports cannot be read or saved: ${writing}`))
    const reading = await whyRefused(() => readingWebApiFor(options)(tenant).metricProfiles.list())
    if (reading) refused.push(warning(`${tenant.name}: monitoring boxes get no data of the Web API: ${reading}`))
  }
  const answers = ok(`The Web API answers at ${url}; ${tenants.length} tenants were tried.`)
  return [answers, ...clock, ...refused]
}

async function whyRefused(call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call()
    return undefined
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.message
    throw thrown
  }
}
