import { probes, probeUsage, publicTemplatesOfProbe, templatesOfProbe } from '@quatrain/contract/resources/probe.ts'
import type { FastifyInstance } from 'fastify'
import { templatesOnVersion } from '#features/metric-templates/metric-templates.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { usageOfProbe } from './probe-usage.repository.ts'
import { allProbeVersions, probeNames, versionsOfProbe } from './probe-versions.repository.ts'
import { find, findAll } from './probes.repository.ts'
import { addProbe, changeProbe, deleteProbe } from './probes.service.ts'

export async function probesRoutes(app: FastifyInstance, { tenancy }: { readonly tenancy: Tenancy }) {
  serveResource(app, probes, {
    list: (ctx) => findAll(ctx.db),
    get: (ctx, name) => find(ctx.db, { name }),
    add: addProbe,
    change: changeProbe,
    remove: deleteProbe,
    versions: {
      findVersions: (ctx, name) => versionsOfProbe(ctx.db, name),
      all: (ctx) => allProbeVersions(ctx.db),
      names: probeNames,
    },
  })
  for (const endpoint of [templatesOfProbe, publicTemplatesOfProbe]) {
    serve(app, endpoint, (ctx, { params }) => templatesOnVersion(ctx, params.key))
  }
  serve(app, probeUsage, (ctx, { params }) => usageOfProbe(ctx, tenancy, params.key))
}
