import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Milliseconds the event loop may lag before requests are refused with 503 rather than queued. */
const mostLag = 5_000
/** Milliseconds over which the lag is averaged: long enough for one stand-still to be no more than a part of it. */
const sample = 3 * mostLag

/**
 * What those who run a server look at: `/healthz` (the process lives), `/readyz` (`ready` says it can work) and
 * `/metrics` (Prometheus text; names begin with `quatrain_`).
 */
export async function operations(app: FastifyInstance, ready: () => Promise<void>) {
  await app.register(underPressure, { maxEventLoopDelay: mostLag, sampleInterval: sample, exposeStatusRoute: false })
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'quatrain_' })
  const duration = new Histogram({
    name: 'quatrain_http_request_duration_seconds',
    help: 'Time from a request to its complete answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'quatrain_http_server_errors_total',
    help: 'Answers with a status of 500 or above',
    labelNames: ['route'],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    duration.observe(labels, reply.elapsedTime / 1000)
    if (reply.statusCode >= 500) failures.inc({ route })
  })
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
  app.get('/metrics', { schema: { hide: true } }, async (_, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
