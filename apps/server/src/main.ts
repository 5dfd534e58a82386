import { drainable } from '@quatrain/platform/http/drain.ts'
import { loggerAt, logging } from '@quatrain/platform/logging.ts'
import { runServer } from '@quatrain/platform/run-server.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { openStandby, openToServe } from '#database/open-database.ts'
import { presenceIn } from '#request/tenancy/presence.ts'
import { syslogOf } from '#settings/audit-settings.ts'
import { mailOf } from '#settings/mail-settings.ts'
import { readPartners } from '#settings/partners.ts'
import {
  metricsOf,
  previousSecretOf,
  productionSettings,
  recoverAfter,
  standbyAddressOf,
  usualRollOuts,
} from '#settings/settings.ts'
import { signOnOf } from '#settings/sign-on.ts'
import { buildApp, webFolder } from './app.ts'

await runServer(async () => {
  const settings = readSettings(productionSettings, process.env)
  const housekeeping = { every: settings.QUATRAIN_HOUSEKEEPING_SECONDS, intentsOlderThan: recoverAfter(settings) }
  const previousSecret = previousSecretOf(settings)
  const standbyAddress = standbyAddressOf(settings)
  const standby = standbyAddress === undefined ? undefined : openStandby(standbyAddress)
  const database = await openToServe(settings, loggerAt(settings.QUATRAIN_LOG_LEVEL))
  const app = await buildApp({
    database,
    standby,
    presence: await presenceIn(database),
    webFolder,
    logger: logging(settings.QUATRAIN_LOG_LEVEL),
    secret: settings.QUATRAIN_SECRET,
    previousSecret,
    anchorKey: settings.QUATRAIN_ANCHOR_KEY,
    webApi: { url: settings.QUATRAIN_WEBAPI_URL, timeout: settings.QUATRAIN_WEBAPI_TIMEOUT_SECONDS * 1000 },
    tls: settings.QUATRAIN_TLS,
    trustProxy: settings.QUATRAIN_TRUST_PROXY,
    sessions: { idle: settings.QUATRAIN_SESSION_IDLE_HOURS, absolute: settings.QUATRAIN_SESSION_HOURS },
    mail: mailOf(settings),
    partners: readPartners(settings.QUATRAIN_PARTNERS_FILE),
    metrics: metricsOf(settings),
    signOn: signOnOf(settings),
    syslog: syslogOf(settings),
    tenantFiles: settings.QUATRAIN_TENANT_FILES,
    housekeeping,
    rollOuts: { ...usualRollOuts, atOnce: settings.QUATRAIN_TENANTS_AT_ONCE },
    compareHours: settings.QUATRAIN_COMPARE_HOURS,
    findingsCounted: 10,
    maxLag: settings.QUATRAIN_MAX_LAG_SECONDS,
  })
  const drain = drainable(app)
  await app.listen({ host: settings.QUATRAIN_HOST, port: settings.QUATRAIN_PORT })
  return async () => {
    await drain()
    await app.close()
    await database.close()
    await standby?.close()
  }
})
