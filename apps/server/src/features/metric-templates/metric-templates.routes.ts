import {
  availableMetricTemplates,
  listMetricTypes,
  listPublicMetricTypes,
} from '@quatrain/contract/catalogue/catalogue.ts'
import { metricTypes } from '@quatrain/contract/resources/metric-settings.ts'
import {
  deleteMetricTemplates as bulkDelete,
  metricTemplates,
  metricTemplateUsedBy,
  templatesOfTenant,
} from '@quatrain/contract/resources/metric-template.ts'
import type { FastifyInstance } from 'fastify'
import { membersOfTenants } from '#kit/http/revision.ts'
import { serve } from '#kit/http/serve.ts'
import type { Deliver } from '#kit/intents/deliveries.ts'
import { operation } from '#kit/kinds/operation.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { everyTenantBeside, type Tenancy } from '#request/tenancy/tenancy.ts'
import { deletedNotices, deletedOne, deliverRenamed, deliverTags } from './metric-template-notices.ts'
import { findUsage, templatesOf } from './metric-template-usage.repository.ts'
import { allTemplateVersions, templateNames, versionsOfTemplate } from './metric-template-versions.repository.ts'
import { availableTemplates } from './metric-templates.reads.ts'
import { find, findAll, findAllWithTenants } from './metric-templates.repository.ts'
import { addMetricTemplate, changeMetricTemplate, deleteMetricTemplates } from './metric-templates.service.ts'

interface Dependencies {
  readonly tenancy: Tenancy
  readonly deliver: Deliver
}

/** The tenants that use a template are counted across all of them, which a tenant's own handle cannot do. */
export async function metricTemplatesRoutes(app: FastifyInstance, { tenancy, deliver }: Dependencies) {
  serve(app, availableMetricTemplates, (ctx) => availableTemplates(ctx))
  for (const endpoint of [listMetricTypes, listPublicMetricTypes]) serve(app, endpoint, async () => [...metricTypes])
  serveResource(app, metricTemplates, {
    list: ({ db, tenant }) => (tenant.deployment === 'super' ? findAllWithTenants(everyTenantBeside(db)) : findAll(db)),
    // The state covers tenants in the super-tenant only, whose list contains the tenants that have metrics of a template.
    listAlsoFollows: async ({ db, tenant }) =>
      tenant.deployment === 'super' ? membersOfTenants(everyTenantBeside(db)) : '',
    publicList: (ctx) => findAll(ctx.db),
    get: (ctx, name) => find(ctx.db, name),
    add: async (ctx, input) => deliverTags(deliver, await addMetricTemplate(ctx, input)),
    change: async (ctx, input) => deliverRenamed(deliver, await changeMetricTemplate(ctx, input)),
    remove: async (ctx, name) => deletedOne(deliver, await deleteMetricTemplates(ctx, [name], { ifFresh: true })),
    versions: {
      findVersions: (ctx, name) => versionsOfTemplate(ctx.db, name),
      all: (ctx) => allTemplateVersions(ctx.db),
      names: templateNames,
    },
    operations: {
      removeMany: operation(bulkDelete, async (ctx, { metrictemplates }) => {
        const names = [...new Set(metrictemplates)]
        return deletedNotices(deliver, names, await deleteMetricTemplates(ctx, names))
      }),
    },
  })
  serve(app, templatesOfTenant, (_, { params }) => templatesOf(tenancy.everyTenant, params.key))
  serve(app, metricTemplateUsedBy, (_, { params }) => findUsage(tenancy.everyTenant, params.key))
}
