// Declares `hide` of a route's schema.
import type {} from '@fastify/swagger'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { type MetricsAddress, type MoreMetrics, serveMetrics } from './metrics.ts'

/** Seconds the event loop may lag before requests are refused with 503 rather than queued. */
export const usualMaxLag = 5
/** Over so many times this limit the lag is averaged: long enough that one pause is only a part of it. */
const sample = 3

/**
 * Endpoints for operators: `/healthz` (the process is alive), `/readyz` (`ready` says whether it can work) and, at a
 * separate address, the metrics for Prometheus; these are not collected without an address.
 */
export async function operations(
  app: FastifyInstance,
  options: {
    readonly ready: () => Promise<void>
    readonly metrics?: MetricsAddress | undefined
    readonly moreMetrics?: MoreMetrics
    /** The maximum lag in seconds; 0 without a limit. */
    readonly maxLag?: number | undefined
  },
) {
  const { ready, metrics, moreMetrics, maxLag = usualMaxLag } = options
  const limits = { maxEventLoopDelay: 1000 * maxLag, sampleInterval: 1000 * sample * (maxLag || usualMaxLag) }
  await app.register(underPressure, { ...limits, exposeStatusRoute: false })
  if (metrics) serveMetrics(app, metrics, moreMetrics)
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
