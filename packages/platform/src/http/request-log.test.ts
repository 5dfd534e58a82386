import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { RequestLog } from './request-log.ts'

test('a request is one line of the log with the request, the status and the duration', async () => {
  const lines: unknown[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = Fastify({ logger: { level: 'info', stream }, logController: new RequestLog() })
  app.get('/there', async () => 'here')

  await app.inject('/there?is=one')

  expect(lines).toMatchObject([
    { msg: 'request completed', req: { method: 'GET', url: '/there?is=one' }, res: { statusCode: 200 } },
  ])
})
