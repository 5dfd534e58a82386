import { configOptions, isTenantSchema, type Partners, publicApiKey } from '@quatrain/contract/console/options.ts'
import { superTenantTitle } from '@quatrain/contract/resources/tenant.ts'
import { version } from '@quatrain/platform/version.ts'
import type { FastifyInstance } from 'fastify'
import { signOnButtons } from '#features/sign-on/sign-on.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { publicTokenOf, type RequestDependencies } from '#request/context/request-context.ts'
import type { Tenant } from '#request/tenancy/tenancy.ts'

/** The address of the Web API for browsers: a gateway of this server, so that no key is disclosed. */
const gateway = '/api/v2/webapi'

interface Dependencies extends Pick<RequestDependencies, 'secrets'> {
  readonly partners: Partners
  readonly sendsLinks: boolean
  /** Kinds that only the super-tenant writes. */
  readonly readOnlyKindsOf: (tenant: Tenant) => readonly string[]
}

export async function consoleRoutes(
  app: FastifyInstance,
  { secrets, partners, sendsLinks, readOnlyKindsOf }: Dependencies,
) {
  serve(app, isTenantSchema, async ({ tenant }) => ({ isTenantSchema: tenant.deployment === 'tenant' }))

  serve(app, configOptions, async (ctx) => {
    const { tenant } = ctx
    const buttons = await signOnButtons(ctx)
    return {
      result: {
        version,
        tenant_name: tenant.name.toLowerCase(),
        tenant_display_name: tenant.deployment === 'super' ? superTenantTitle : tenant.name,
        saml_login_string: buttons[0]?.text ?? '',
        sign_on: buttons,
        sends_password_links: sendsLinks,
        read_only_kinds: [...readOnlyKindsOf(tenant)],
        use_service_title: tenant.useServiceTitle,
        terms_privacy_links: { terms: tenant.termsUrl, privacy: tenant.privacyUrl },
        footer: partners,
        webapimetric: `${gateway}/metric_profiles`,
        webapiaggregation: `${gateway}/aggregation_profiles`,
        webapithresholds: `${gateway}/thresholds_profiles`,
        webapioperations: `${gateway}/operations_profiles`,
        webapiservicetypes: `${gateway}/topology/service-types`,
        webapireports: {
          main: `${gateway}/reports`,
          tags: `${gateway}/topology/tags`,
          topologygroups: `${gateway}/topology/groups`,
          topologyendpoints: `${gateway}/topology/endpoints`,
        },
      },
    }
  })

  serve(app, publicApiKey, async ({ tenant }) => ({
    id: `public-${tenant.schemaName}`,
    name: `${tenant.name}-PUBLIC`,
    token: publicTokenOf(secrets, tenant),
    created: '',
    revoked: false,
  }))
}
