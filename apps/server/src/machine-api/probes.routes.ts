import { machineProbes, submitProbe as submission } from '@quatrain/contract/machine-api/probes.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { submitProbe } from '#features/probe-candidates/probe-candidates.effects.ts'
import { candidatesForMachines } from '#features/probe-candidates/probe-candidates.reads.ts'
import { byRevision } from '#kit/http/if-none-match.ts'
import { serve } from '#kit/http/serve.ts'
import type { Deliver } from '#kit/intents/deliveries.ts'

interface Dependencies {
  readonly deliver: Deliver
  /** The documentation of the requirements for probes, for submitters. */
  readonly guidelines: string
}

export async function machineProbesRoutes(app: FastifyInstance, dependencies: Dependencies) {
  readForms(app)
  serve(app, machineProbes, byRevision(candidatesForMachines))
  serve(app, submission, async (ctx, { body }) => {
    return { detail: `Probe '${await submitProbe(ctx, body, dependencies)}' POSTed successfully` }
  })
}

/** Submitters may send a form, like a web page or `curl`; all other endpoints of the console accept JSON. */
function readForms(app: FastifyInstance) {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(
    forms,
    { parseAs: 'buffer' },
    async (request: { headers: object }, body: string | Buffer) => {
      const type = String(Object.entries(request.headers).find(([name]) => name === 'content-type')?.[1])
      const form = await new Response(new Uint8Array(Buffer.from(body)), { headers: { 'content-type': type } })
        .formData()
        .catch((cause: unknown) => {
          throw new AppError('invalid_input', 'The form cannot be read', { cause })
        })
      return Object.fromEntries(form)
    },
  )
  app.addContentTypeParser('*', async (request: { headers: { 'content-type'?: string } }) => {
    const type = request.headers['content-type'] ?? ''
    throw new AppError('unsupported_media_type', `Unsupported media type "${type}" in request.`)
  })
}
