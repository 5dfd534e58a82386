import { AppError } from '@quatrain/platform/errors.ts'
import { readingWebApiFor, webApiFor } from '#clients/web-api/web-api-for.ts'
import type { ApiKeys } from '#request/keys/api-keys.ts'
import type { Tenancy, Tenant } from '#request/tenancy/tenancy.ts'
import { clockFinding } from './database-checks.reads.ts'
import { error, type Finding, messageOf, ok, warning } from './finding.ts'

interface Address {
  readonly url: string
  /** Milliseconds. */
  readonly timeout: number
}

interface Options extends Address {
  readonly tenancy: Tenancy
  readonly apiKeys: ApiKeys
}

/** The number of tenants that are tried at the same time. */
const maxAtOnce = 8

/** Whether the clock of the Web API is right. Throws if it does not answer. */
export async function checkAddress({ url, timeout }: Address): Promise<Finding[]> {
  const answer = await fetch(`${url}/api/v2/metric_profiles`, { signal: AbortSignal.timeout(timeout) }).catch(messageOf)
  if (typeof answer === 'string') throw new Error(`The Web API does not answer at ${url}: ${answer}.`)
  const date = Date.parse(answer.headers.get('date') ?? '')
  await answer.body?.cancel()
  const clock = Number.isNaN(date) ? [] : [clockFinding('Web API', date - Date.now())]
  return [ok(`The Web API answers at ${url}.`), ...clock]
}

/** Whether the Web API accepts the keys of every tenant. */
export async function checkKeys(options: Options): Promise<Finding[]> {
  const tenants = (await options.tenancy.tenants()).filter(({ deployment }) => deployment === 'tenant')
  const findings: Finding[][] = tenants.map(() => [])
  const queue = tenants.entries()
  const next = async () => {
    for (const [place, tenant] of queue) findings[place] = await refusedKeys(options, tenant)
  }
  await Promise.all(Array.from({ length: maxAtOnce }, next))
  const refused = findings.flat()
  return refused.length > 0 ? refused : [ok(`The Web API accepts the keys of ${tenants.length} tenants.`)]
}

async function refusedKeys(options: Options, tenant: Tenant): Promise<Finding[]> {
  const writing = await whyRefused(() => webApiFor(options)(tenant).metricProfiles.list())
  const reading = await whyRefused(() => readingWebApiFor(options)(tenant).metricProfiles.list())
  return [
    ...(writing
      ? [error(`${tenant.name}: profiles and reports cannot be read or saved: ${writing} ${helpFor(tenant)}`)]
      : []),
    ...(reading
      ? [warning(`${tenant.name}: monitoring boxes get no data of the Web API: ${reading} ${helpFor(tenant, '-RO')}`)]
      : []),
  ]
}

/** The command for a key that the Web API does not know. */
const helpFor = ({ name }: Tenant, readOnly = ''): string =>
  `Store the token that the Web API has issued: npm run quatrain -- token create --tenant ${name} --kind webapi --name WEB-API-${name}${readOnly} --token <token>`

async function whyRefused(call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call()
    return undefined
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.message
    throw thrown
  }
}
