import { fileURLToPath } from 'node:url'
import type { Partners } from '@quatrain/contract/console/options.ts'
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { compressAnswers } from '@quatrain/platform/http/compression.ts'
import { contractErrors } from '@quatrain/platform/http/errors.ts'
import type { MetricsAddress } from '@quatrain/platform/http/metrics.ts'
import { operations } from '@quatrain/platform/http/operations.ts'
import { createServer } from '@quatrain/platform/http/server.ts'
import type { FastifyInstance } from 'fastify'
import type { LoggerOptions } from 'pino'
import { smtpMailer } from '#clients/mail/mailer.ts'
import type { SyslogReceiver } from '#clients/syslog/send-syslog.ts'
import type { Connection } from '#clients/web-api/call.ts'
import { webApiAdministration } from '#clients/web-api/web-api-administration.ts'
import { feedingWebApiFor, readingWebApiFor, webApiFor } from '#clients/web-api/web-api-for.ts'
import { aggregationProfilesRoutes } from '#features/aggregation-profiles/aggregation-profiles.kind.ts'
import { apiKeysRoutes } from '#features/api-keys/api-keys.routes.ts'
import { exportToSyslog } from '#features/audit-export/syslog-export.ts'
import { applyScheduledRequests } from '#features/change-requests/apply-requests.ts'
import { changeRequestsRoutes } from '#features/change-requests/change-requests.routes.ts'
import { configurationRoutes } from '#features/configuration/configuration.routes.ts'
import { consoleRoutes } from '#features/console/console.routes.ts'
import { coverageRoutes } from '#features/coverage/coverage.routes.ts'
import { defaultPortsRoutes } from '#features/default-ports/default-ports.routes.ts'
import { differencesRoutes } from '#features/differences/differences.routes.ts'
import { effectiveCheckRoutes } from '#features/effective-check/effective-check.routes.ts'
import { numbersOfFindings } from '#features/findings/finding-counts.effects.ts'
import { findingsRoutes } from '#features/findings/findings.routes.ts'
import { countFindings } from '#features/findings/findings.service.ts'
import { gatewayRoutes } from '#features/gateway/gateway.routes.ts'
import { groupsRoutes } from '#features/groups/groups.routes.ts'
import { homeRoutes } from '#features/home/home.routes.ts'
import { listViewsRoutes } from '#features/list-views/list-views.routes.ts'
import { metricOverridesRoutes } from '#features/metric-overrides/metric-overrides.routes.ts'
import { metricProfilesRoutes } from '#features/metric-profiles/metric-profiles.kind.ts'
import { metricTagsRoutes } from '#features/metric-tags/metric-tags.routes.ts'
import { metricTemplatesRoutes } from '#features/metric-templates/metric-templates.routes.ts'
import { removeTemplates } from '#features/metric-templates/removed-templates.effects.ts'
import { metricsRoutes } from '#features/metrics/metrics.routes.ts'
import { packagesRoutes } from '#features/packages/packages.routes.ts'
import { passwordLinksRoutes } from '#features/password-links/password-links.routes.ts'
import { probeCandidatesRoutes } from '#features/probe-candidates/probe-candidates.routes.ts'
import { probesRoutes } from '#features/probes/probes.routes.ts'
import { referencesRoutes } from '#features/references/references.routes.ts'
import { filterValues } from '#features/reports/filter-values.ts'
import { reportsRoutes } from '#features/reports/reports.routes.ts'
import { requestMailsRoutes } from '#features/request-mails/request-mails.routes.ts'
import { runRequestMails } from '#features/request-mails/send-request-mails.ts'
import { rollOutsRoutes } from '#features/roll-out/roll-outs.routes.ts'
import { runRollOuts } from '#features/roll-out/run-jobs.ts'
import { searchRoutes } from '#features/search/search.routes.ts'
import { secondFactorRoutes } from '#features/second-factor/second-factor.routes.ts'
import { serviceTypesRoutes } from '#features/service-types/service-types.routes.ts'
import { ownAccountRoutes } from '#features/sessions/own-account.routes.ts'
import { sessionsRoutes } from '#features/sessions/sessions.routes.ts'
import { identityProvidersRoutes } from '#features/sign-on/identity-providers.routes.ts'
import { oidcClientOf } from '#features/sign-on/oidc-client.ts'
import { oidcProtocol } from '#features/sign-on/oidc-protocol.ts'
import { metadataSource } from '#features/sign-on/saml/metadata-source.ts'
import { samlProtocol } from '#features/sign-on/saml/saml-protocol.ts'
import { singleLogoutOf } from '#features/sign-on/saml/single-logout.ts'
import { signOnRoutes } from '#features/sign-on/sign-on.routes.ts'
import { compareNext } from '#features/status/compare-stores.ts'
import { reporterOf } from '#features/status/processes.repository.ts'
import { statusRoutes } from '#features/status/status.routes.ts'
import { tenantFilesIn } from '#features/tenants/leave-tenant-file.ts'
import { tenantsRoutes } from '#features/tenants/tenants.routes.ts'
import { thresholdsProfilesRoutes } from '#features/thresholds-profiles/thresholds-profiles.kind.ts'
import { outsideLists } from '#features/topology/outside-lists.ts'
import { topologyReads } from '#features/topology/topology.reads.ts'
import { topologyRoutes } from '#features/topology/topology.routes.ts'
import { userKeysRoutes } from '#features/user-keys/user-keys.routes.ts'
import { usersRoutes } from '#features/users/users.routes.ts'
import { runWebhooks } from '#features/webhooks/send-webhooks.ts'
import { webhooksRoutes } from '#features/webhooks/webhooks.routes.ts'
import { yumReposRoutes } from '#features/yum-repos/yum-repos.routes.ts'
import { cacheAnswers } from '#kit/http/cached-answers.ts'
import { listRoutes, refuseUndeclaredMethods } from '#kit/http/registered-routes.ts'
import { type Http, sourceAt } from '#kit/http/serve.ts'
import { deliverWith } from '#kit/intents/deliveries.ts'
import { listKinds } from '#kit/kinds/kinds.ts'
import { compareWithLists } from '#kit/references/outside-names.ts'
import { machineListsRoutes } from '#machine-api/lists.routes.ts'
import { machineProbesRoutes } from '#machine-api/probes.routes.ts'
import { machineReposRoutes } from '#machine-api/repos.routes.ts'
import { deferredContext } from '#request/context/deferred-context.ts'
import { type RequestDependencies, requestContext, siteOf } from '#request/context/request-context.ts'
import { apiKeysOf } from '#request/keys/api-keys.ts'
import { failedKeysOf } from '#request/keys/failed-keys.ts'
import { userKeysOf } from '#request/keys/user-keys.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { cookiesOf } from '#request/sessions/cookies.ts'
import { type SessionLimits, sessionsOf } from '#request/sessions/sessions.ts'
import type { Presence } from '#request/tenancy/presence.ts'
import { standbyOf } from '#request/tenancy/standby.ts'
import { type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'
import { type MailSettings, noMail } from '#settings/mail-settings.ts'
import { noPartners } from '#settings/partners.ts'
import { usualRollOuts } from '#settings/settings.ts'
import { type SignOnSettings, usualSignOn } from '#settings/sign-on.ts'
import type { TrustedProxies } from '#settings/trusted-proxies.ts'
import { describeConsole, serveSchemas } from './describe-api.ts'
import { housekeeping, recoveryOf } from './housekeeping.ts'
import { consoleMetrics } from './metrics/console-metrics.ts'
import { securityHeaders } from './security-headers.ts'
import { serveWeb } from './serve-web.ts'

export interface AppOptions {
  readonly database: Database
  /** A server that follows the database, for reads of lists. */
  readonly standby?: Database | undefined
  /** Milliseconds for which a request waits to learn whether the standby is current; one second by default. */
  readonly standbyAskedFor?: number | undefined
  /** Shows other processes that this one is alive. If it is absent, its claims are taken over only after a timeout. */
  readonly presence?: Presence
  readonly logger: LoggerOptions | boolean
  /** The server's keys are derived from it; the same for all processes on one database. */
  readonly secret: string
  /** Keys that are derived from this secret are accepted too. */
  readonly previousSecret?: string | undefined
  /** Signs the anchors of the activity log; derived from the secret by default. */
  readonly anchorKey?: string | undefined
  readonly webApi: Omit<Connection, 'key'>
  /** Whether browsers use TLS. */
  readonly tls: boolean
  /** The reverse proxies, whose headers name the client. */
  readonly trustProxy?: TrustedProxies
  readonly sessions: SessionLimits
  /** If it is absent, no mails are sent. */
  readonly mail?: MailSettings
  /** The organisations that the footer of pages names; there are none by default. */
  readonly partners?: Partners
  /** The address of the Prometheus metrics, which are collected only if it is set. */
  readonly metrics?: MetricsAddress | undefined
  /** Seconds the event loop may lag before requests are refused with 503; 0 without a limit. */
  readonly maxLag?: number
  /** Folder of the built browser application; without it, only the API is served. */
  readonly webFolder?: string
  /** How many bytes of responses to machines are cached; 32 MiB by default. */
  readonly cachedBytes?: number | undefined
  /** Folder of the files of deleted tenants; without it, none are written. */
  readonly tenantFiles?: string | undefined
  /** Single sign-on; by default only the super-tenant configures it, with public identity providers. */
  readonly signOn?: SignOnSettings
  /** The receiver of the activity log; without it, the log is not sent. */
  readonly syslog?: SyslogReceiver | undefined
  /** Seconds between two rounds of housekeeping, and seconds after which an intent is recovered. */
  readonly housekeeping: { readonly every: number; readonly intentsOlderThan: number }
  /** See `usualRollOuts`. */
  readonly rollOuts?: { readonly atOnce: number; readonly every: number }
  /** How many tenants a round of housekeeping counts the findings of; none by default, also not for who looks at them. */
  readonly findingsCounted?: number
  /** Hours between two comparisons of the two stores of a tenant; by default they are compared on request only. */
  readonly compareHours?: number
  readonly now?: () => Date
}

/** The whole console server as a value: does not listen yet; `close()` ends it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, secret, tls, mail = noMail, now = () => new Date(), rollOuts = usualRollOuts } = options
  const { logger, trustProxy = false, compareHours = 0 } = options
  const app = createServer({ logger, trustProxy, errors: contractErrors(sourceAt) })
  // Bodies are JSON: a form of another site can send plain text.
  app.removeContentTypeParser('text/plain')
  listRoutes(app)
  listKinds(app)
  await compressAnswers(app)
  securityHeaders(app, { tls })
  const secrets = secretsOf(secret, options.previousSecret)
  const tenancy = tenancyOf(database, now, options.presence?.process)
  const standby = options.standby && standbyOf(options.standby, now, app.log, options.standbyAskedFor)
  const failedKeys = failedKeysOf(now)
  const apiKeys = apiKeysOf(secrets, now, failedKeys)
  const webApis = { ...options.webApi, tenancy, apiKeys }
  const dependencies: RequestDependencies = {
    tenancy,
    standby,
    apiKeys,
    userKeys: userKeysOf(failedKeys, now),
    secrets,
    now,
    tls,
    sessions: sessionsOf(now, options.sessions),
    cookies: await cookiesOf(app, { secure: tls, accepted: secrets.accepted }),
    webApiFor: webApiFor(webApis),
    webApiAdministration: webApiAdministration(webApis),
    tenantsAtOnce: rollOuts.atOnce,
  }
  const { server, words, guidelines } = mail
  const mailing = { words, mailer: server && smtpMailer(server) }
  const timeouts = { ...options.housekeeping, goneAfter: options.webApi.timeout / 1000 }
  const recovery = recoveryOf({ ...dependencies, kinds: app.kinds, ...timeouts })
  const deliver = deliverWith({ ...recovery, log: app.log })
  await app.register(requestContext, dependencies)
  await operations(app, {
    ready: () => database.ping(),
    maxLag: options.maxLag,
    metrics: options.metrics,
    moreMetrics: consoleMetrics(app, {
      database,
      standby,
      tenancy,
      now,
      exportsActivity: options.syslog !== undefined,
    }),
  })
  await describeConsole(app)
  serveSchemas(app)
  const readingWebApi = readingWebApiFor(webApis)
  const topology = topologyReads(readingWebApi)
  const contextFor = (tenant: Tenant, from: Parameters<typeof deferredContext>[2]) =>
    deferredContext(dependencies, tenant, from)
  const contextOf = (tenant: Tenant) => contextFor(tenant, { actor: 'Quatrain', requestId: '', address: '' })
  const findingsCounted = options.findingsCounted ?? 0
  const counting = { tenancy, topology, contextOf, isOn: findingsCounted > 0 }
  await app.register(sessionsRoutes, { ...dependencies, lookAtFindings: numbersOfFindings(app, counting) })
  await app.register(ownAccountRoutes, dependencies)
  await app.register(secondFactorRoutes, dependencies)
  await app.register(userKeysRoutes)
  await app.register(listViewsRoutes)
  const { permittedHosts, configuredBy } = options.signOn ?? usualSignOn
  const originOf = ({ request }: Pick<Http, 'request'>) => siteOf(request, tls)
  const metadataOf = metadataSource(permittedHosts)
  const signOn = {
    oidc: oidcProtocol(secrets, oidcClientOf(permittedHosts)),
    saml: samlProtocol(secrets, metadataOf),
  }
  const singleLogout = singleLogoutOf(secrets, metadataOf)
  await app.register(signOnRoutes, { ...dependencies, signOn, singleLogout, originOf })
  const isConfiguredByTenant = ({ name }: Pick<Tenant, 'name'>) => configuredBy === '*' || configuredBy.includes(name)
  await app.register(identityProvidersRoutes, { ...dependencies, isConfiguredByTenant, originOf })
  await app.register(consoleRoutes, {
    ...dependencies,
    partners: options.partners ?? noPartners,
    sendsLinks: server !== undefined,
    readOnlyKindsOf: (tenant) =>
      tenant.deployment === 'super' || isConfiguredByTenant(tenant) ? [] : [identityProviders.kind],
  })
  const files = options.tenantFiles === undefined ? undefined : tenantFilesIn(options.tenantFiles, now)
  await app.register(tenantsRoutes, { tenancy, files })
  await app.register(groupsRoutes)
  await app.register(usersRoutes, { ...dependencies, mailing })
  await app.register(passwordLinksRoutes, { ...dependencies, mailing })
  await app.register(metricTagsRoutes, { ...dependencies, deliver })
  await app.register(metricTemplatesRoutes, { tenancy, deliver })
  await app.register(yumReposRoutes, dependencies)
  await app.register(packagesRoutes, dependencies)
  await app.register(defaultPortsRoutes)
  await app.register(metricProfilesRoutes)
  await app.register(aggregationProfilesRoutes)
  await app.register(thresholdsProfilesRoutes)
  await app.register(reportsRoutes, { topology, readingWebApi })
  await app.register(differencesRoutes)
  await app.register(referencesRoutes, { tenancy, topology })
  await app.register(metricOverridesRoutes)
  await app.register(homeRoutes, dependencies)
  const databases = { database, standby: options.standby, tenancy, now }
  await app.register(statusRoutes, { ...databases, webApi: options.webApi, mailServer: server, compareHours })
  await app.register(metricsRoutes, { deliver, tenancy })
  await app.register(probesRoutes, dependencies)
  await app.register(probeCandidatesRoutes, { mailing, deliver })
  await app.register(serviceTypesRoutes)
  await app.register(gatewayRoutes, { feedingWebApi: feedingWebApiFor(webApis), readingWebApi })
  await app.register(topologyRoutes, { topology })
  await app.register(coverageRoutes, { topology })
  await app.register(effectiveCheckRoutes, { topology })
  await app.register(machineListsRoutes, { cached: cacheAnswers(options.cachedBytes ?? 32 * 1024 * 1024) })
  await app.register(machineProbesRoutes, { deliver, guidelines })
  await app.register(rollOutsRoutes, { tenancy, deliver })
  await app.register(changeRequestsRoutes, { deliver, tenancy, topology })
  await app.register(configurationRoutes, { topology })
  await app.register(findingsRoutes, { tenancy, topology })
  await app.register(requestMailsRoutes, dependencies)
  await app.register(apiKeysRoutes, dependencies)
  await app.register(webhooksRoutes, dependencies)
  await app.register(machineReposRoutes, { readingWebApi })
  await app.register(searchRoutes, { topology, readingWebApi })
  compareWithLists(app.kinds, { ...outsideLists(topology), filtervalue: filterValues({ topology, readingWebApi }) })
  refuseUndeclaredMethods(app)
  if (options.webFolder) await serveWeb(app, { folder: options.webFolder, tenancy, now })
  const jobs = { tenancy, now, deliver, every: rollOuts.every, contextFor }
  runRollOuts(app, { ...jobs, removeTemplates })
  applyScheduledRequests(app, { ...jobs, kinds: app.kinds })
  if (options.syslog) exportToSyslog(app, { everyTenant: tenancy.everyTenant, receiver: options.syslog })
  runRequestMails(app, { tenancy, mailing, kinds: app.kinds, secrets, tls, now, contextOf })
  runWebhooks(app, { tenancy, secrets, permittedHosts, now, contextOf })
  housekeeping(app, {
    ...dependencies,
    ...timeouts,
    kinds: app.kinds,
    presence: options.presence,
    anchorKey: options.anchorKey ?? secrets.anchorKey,
    sessionLimits: options.sessions,
    report: reporterOf(tenancy.everyTenant, now),
    compareNext: () => compareNext({ tenancy, now, kinds: app.kinds, everyHours: compareHours, contextOf }),
    countFindings: () => countFindings({ tenancy, topology, kinds: app.kinds }, { contextOf, atOnce: findingsCounted }),
  })
  return app
}

export const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))
