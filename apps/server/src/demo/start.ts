import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { logging } from '@quatrain/platform/logging.ts'
import { readSettings, SettingError } from '@quatrain/platform/settings.ts'
import { presenceIn } from '#request/tenancy/presence.ts'
import { findTenants, type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'
import { mailOf } from '#settings/mail-settings.ts'
import { readPartners } from '#settings/partners.ts'
import { demoSettings } from '#settings/settings.ts'
import { permittedHosts, signOnOf } from '#settings/sign-on.ts'
import { buildApp, webFolder } from '../app.ts'
import { announcement } from './announcement.ts'
import { openDemo } from './open.ts'
import { addPractice } from './practice.ts'
import { identityProviderHost, startSignOn, tenantWithSignOn } from './sign-on.ts'
import { startWebApi } from './web-api.ts'

const demoPartners = fileURLToPath(new URL('../../demo-data/partners/partners.json', import.meta.url))

/** Timeout of a call to the Web API, which runs in the same process, in milliseconds. */
const webApiTimeout = 10_000

/** Starts everything, and returns a function that stops it in order. */
export async function startDemo(): Promise<() => Promise<void>> {
  const settings = readSettings(demoSettings, process.env)
  const { QUATRAIN_HOST: host, QUATRAIN_PORT: port, QUATRAIN_WEBAPI_PORT: webApiPort, QUATRAIN_DATA: folder } = settings
  const { QUATRAIN_IDENTITY_PROVIDER_PORT: identityProviderPort } = settings
  await assertFree('QUATRAIN_PORT', host, port)
  await assertFree('QUATRAIN_WEBAPI_PORT', host, webApiPort)
  await assertFree('QUATRAIN_IDENTITY_PROVIDER_PORT', identityProviderHost, identityProviderPort)
  const logger = logging(settings.QUATRAIN_LOG_LEVEL)
  const demo = await openDemo(folder, () => console.log('Loading the demonstration data …'))
  const webApi = await startWebApi(demo.database, { host, port: webApiPort, logger })
  const app = await buildApp({
    database: demo.database,
    presence: await presenceIn(demo.database),
    webFolder,
    logger,
    secret: demo.secret,
    webApi: { url: webApi.url, timeout: webApiTimeout },
    tls: false,
    sessions: { idle: settings.QUATRAIN_SESSION_IDLE_HOURS, absolute: settings.QUATRAIN_SESSION_HOURS },
    mail: mailOf(settings),
    partners: readPartners(settings.QUATRAIN_PARTNERS_FILE ?? demoPartners),
    signOn: permittingOwnProvider(settings),
    housekeeping: { every: 30, intentsOlderThan: 60 },
    compareHours: 24,
    findingsCounted: 10,
  })
  // Without what tests do not look at, they start sooner. Housekeeping would take its deliveries for old ones that have failed.
  if (process.argv.includes('--practice')) await addPractice({ ...demo, kinds: app.kinds, webApiUrl: webApi.url })
  await app.ready()
  const tenants = await findTenants(tenancyOf(demo.database, () => new Date()).everyTenant)
  const { port: actualPort } = new URL(await app.listen({ host, port }))
  const originOf = ({ domain }: Tenant) => new URL(`http://${domain}:${actualPort}`).origin
  const tenant = tenantWithSignOn(demo.tenants)
  const identityProvider =
    tenant && (await startSignOn({ ...demo, tenant, port: identityProviderPort, origin: originOf(tenant) }))
  const signOn = tenant && identityProvider && { origin: originOf(tenant), issuer: identityProvider.issuer }
  console.log(announcement({ tenants, originOf, webApiUrl: webApi.url, folder, signOn }))
  return async () => {
    await identityProvider?.close()
    await app.close()
    await webApi.close()
    await demo.database.close()
  }
}

/** What the environment says, and the identity provider of the demonstration, which is on this machine. */
function permittingOwnProvider(settings: Parameters<typeof signOnOf>[0]) {
  const configured = signOnOf(settings)
  const own = permittedHosts.parse(identityProviderHost)
  const networks = [...configured.permittedHosts.networks, ...own.networks]
  return { ...configured, permittedHosts: { ...configured.permittedHosts, networks } }
}

/** Throws `SettingError`, which names the variable to set, if the port is not available. */
async function assertFree(variable: string, host: string, port: number): Promise<void> {
  const probe = createServer()
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    probe.once('error', resolve)
    probe.listen({ host, port }, () => probe.close(() => resolve(undefined)))
  })
  if (!failure) return
  const reason = failure.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${failure.code})`
  throw new SettingError(`${variable}: port ${port} of ${host} ${reason}; set another`)
}
