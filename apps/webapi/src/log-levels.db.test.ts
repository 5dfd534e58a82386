import { Writable } from 'node:stream'
import { logging } from '@quatrain/platform/logging.ts'
import { breakOffBody } from '@quatrain/platform/testing/breaking-off.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { expect, onTestFinished, test } from 'vitest'
import { addEveryBody, keyFor } from '#test/every-body.ts'
import { startWebApi } from '#test/web-api.ts'
import { buildWebApi } from './app.ts'

test.each(databases)('on $name a body that is cut off causes no alarm in the log', async (kind) => {
  const api = await startWebApi(kind)
  onTestFinished(() => api.close())
  const logged = Promise.withResolvers<void>()
  const lines: { level: number; msg: string }[] = []
  const stream = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)))
      if (lines.at(-1)?.msg === 'request broken off') logged.resolve()
      done()
    },
  })
  const logger = { ...logging('info'), stream }
  const app = await buildWebApi({ database: api.database, logger })
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const [path = ''] = (await addEveryBody(api)).keys()
  await breakOffBody(`${url}/api/v2/${path}`, { 'x-api-key': keyFor(path) })
  await logged.promise
  expect(lines.filter(({ level }) => level > 30)).toEqual([])
})
