import {
  changeFindingSettings,
  checkDocument,
  findingOverview,
  findingSettings,
  fixOfFinding,
  listFindings,
  readFindingSettings,
} from '@quatrain/contract/findings/finding.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { registeredKind } from '#kit/kinds/kinds.ts'
import type { EstateSources } from './estate.reads.ts'
import { findingsFor } from './findings.reads.ts'
import { check, fixed, overview, setSettings, settingsOfFindings } from './findings.service.ts'

export async function findingsRoutes(app: FastifyInstance, dependencies: Omit<EstateSources, 'kinds'>) {
  const sources = { ...dependencies, kinds: app.kinds }
  registeredKind(app, findingSettings)
  serve(app, listFindings, async (ctx, { query }) => {
    const { findings, unchecked } = await findingsFor(ctx, sources, query)
    return { findings: [...findings], unchecked: [...unchecked] }
  })
  serve(app, findingOverview, (ctx) => overview(ctx, sources))
  serve(app, fixOfFinding, (ctx, { query }) => fixed(ctx, sources, query))
  serve(app, checkDocument, (ctx, { body }) => check(ctx, sources, body))
  serve(app, readFindingSettings, settingsOfFindings)
  serve(app, changeFindingSettings, (ctx, { body }) => setSettings(ctx, body))
}
