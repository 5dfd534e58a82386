import { Counter, collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client'
import Fastify, { type FastifyInstance } from 'fastify'

/** The address of the metrics for Prometheus. */
export interface MetricsAddress {
  readonly host: string
  readonly port: number
}

/** Adds the metrics of one server to the registry. */
export type MoreMetrics = (registry: Registry) => void

/**
 * Counts and times the requests of `app`, and serves the metrics as Prometheus text at `/metrics` of a separate
 * address, which the public cannot reach; names start with `quatrain_`. It listens when `app` is ready, which fails if
 * the address is in use, and ends with it.
 */
export function serveMetrics(app: FastifyInstance, address: MetricsAddress, more: MoreMetrics = () => {}): void {
  const registry = registryOf(app)
  more(registry)
  const server = Fastify({ logger: false, forceCloseConnections: true })
  server.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  app.addHook('onReady', async () => {
    app.log.info(`Metrics at ${await server.listen(address)}/metrics`)
  })
  app.addHook('onClose', () => server.close())
}

/** Seconds by which the durations of requests and calls are counted. */
export const durationBuckets = [0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]

function registryOf(app: FastifyInstance): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'quatrain_' })
  const duration = new Histogram({
    name: 'quatrain_http_request_duration_seconds',
    help: 'Time from a request to its complete response',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  })
  const failures = new Counter({
    name: 'quatrain_http_server_errors_total',
    help: 'Responses with a status of 500 or above',
    labelNames: ['route'],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    duration.observe(labels, reply.elapsedTime / 1000)
    if (reply.statusCode >= 500) failures.inc({ route })
  })
  return registry
}
