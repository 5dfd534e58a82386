import { join } from 'node:path'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { expect, onTestFinished, test } from 'vitest'
import { signIn, until } from '#test/console-process.ts'
import { password } from '#test/seed.ts'
import { type ReceivedSpan, startSpanReceiver } from '#test/span-receiver.ts'
import { aConsole, aWebApi, furnish } from '#test/two-processes.ts'

const sdk = join(import.meta.dirname, '..', '..', '..', 'deploy', 'opentelemetry', 'tracing.mjs')

test.each(serverDatabases)('a save is one trace with its request id in both services on $name', async (kind) => {
  const receiver = await startSpanReceiver()
  onTestFinished(() => receiver.close())
  const traced = (name: string) => ({
    NODE_OPTIONS: `--import=${sdk}`,
    OTEL_SERVICE_NAME: name,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
  const database = await kind.open()
  onTestFinished(() => database.close())
  await furnish(database)
  const webApi = await aWebApi(kind, onTestFinished, traced('web-api'))
  const console = await aConsole({
    QUATRAIN_DATABASE_URL: database.url ?? '',
    QUATRAIN_WEBAPI_URL: webApi.url,
    ...traced('console'),
  })
  const browser = await signIn(console.url)
  const foreign = '4bf92f3577b34da6a3ce929d0e0e4736'
  const description = 'Only people read this.'
  const profile = { name: 'TRACED', groupname: 'operations', description, services: [{ service: 's', metric: 'disk' }] }
  const headers = { traceparent: `00-${foreign}-00f067aa0ba902b7-01` }
  expect((await browser.send('POST', 'metricprofiles', profile, headers)).status).toBe(201)
  expect((await browser.send('POST', 'metricprofiles', profile)).status).toBe(409)

  const route = 'POST /api/v2/internal/metricprofiles'
  const requests = () => receiver.spans.filter(({ service, name }) => service === 'console' && name === route)
  const inTrace = ({ traceId }: ReceivedSpan) => receiver.spans.filter((span) => span.traceId === traceId)
  await until('both requests are exported', async () => requests().length === 2)
  const [saved, refused] = requests()
  if (!saved || !refused) throw new Error('There is no span of the request.')
  await until('the calls are exported', async () => inTrace(saved).some(({ service }) => service === 'web-api'))
  const spans = inTrace(saved)

  // The public is linked, but does not choose the trace.
  expect(saved.traceId).not.toBe(foreign)
  expect(saved.links.map(({ traceId }) => traceId)).toEqual([foreign])
  const id = saved.attributes['quatrain.request_id']
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(saved.attributes['http.response.status_code']).toBe(201)
  const statements = spans.filter(({ service, attributes }) => service === 'console' && attributes['db.query.text'])
  expect(statements.map(({ attributes }) => attributes['db.query.text'])).toContainEqual(
    expect.stringContaining('insert into "metric_profiles"'),
  )
  const call = spans.find(
    ({ service, name, attributes }) => service === 'console' && name === 'POST' && attributes['url.path'],
  )
  expect([...statements, call].map((span) => span?.attributes['quatrain.request_id'])).toEqual(
    Array.from({ length: statements.length + 1 }, () => id),
  )
  const answer = spans.find(({ service, parentSpanId }) => service === 'web-api' && parentSpanId === call?.spanId)
  expect(answer?.name).toBe('POST /api/v2/metric_profiles')
  expect(spans.some(({ parentSpanId }) => parentSpanId === answer?.spanId)).toBe(true)

  expect(refused.attributes['http.response.status_code']).toBe(409)
  const rounds = receiver.spans.filter(({ name }) => name === 'housekeeping')
  expect(new Set(rounds.map(({ traceId }) => traceId)).size, 'each round is a trace').toBe(rounds.length)
  // Every span of a client belongs to a request or to other work, and has no values.
  expect(receiver.spans.filter(({ parentSpanId, attributes }) => !parentSpanId && attributes['db.query.text'])).toEqual(
    [],
  )
  const sent = JSON.stringify(receiver.spans)
  expect([description, password, 'TRACED'].filter((value) => sent.includes(value))).toEqual([])
})
