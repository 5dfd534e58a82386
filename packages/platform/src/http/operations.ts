import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { type MetricsAddress, serveMetrics } from './metrics.ts'

/** Milliseconds the event loop may lag before requests are refused with 503 rather than queued. */
const mostLag = 5_000
/** Milliseconds over which the lag is averaged: long enough for one stand-still to be no more than a part of it. */
const sample = 3 * mostLag

/**
 * What those who run a server look at: `/healthz` (the process lives), `/readyz` (`ready` says it can work) and, at an
 * address of their own, the figures for Prometheus; these are not collected when no address is given.
 */
export async function operations(
  app: FastifyInstance,
  { ready, metrics }: { readonly ready: () => Promise<void>; readonly metrics?: MetricsAddress | undefined },
) {
  await app.register(underPressure, { maxEventLoopDelay: mostLag, sampleInterval: sample, exposeStatusRoute: false })
  if (metrics) serveMetrics(app, metrics)
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await ready()
      return { status: 'ready' }
    } catch (error) {
      request.log.error(error)
      return reply.code(503).send({ status: 'not ready' })
    }
  })
}
