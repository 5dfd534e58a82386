import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import { expect, test } from 'vitest'

const start = (environment: Record<string, string>, script = 'main.ts', ...words: string[]) =>
  spawn(process.execPath, [join(import.meta.dirname, script), ...words], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test.each(oneOfEachKind(['main.ts', 'cli.ts'], () => 'program'))(
  '%s ends with one line about an invalid setting',
  async (script) => {
    const child = start(
      { QUATRAIN_WEBAPI_DATABASE_URL: 'nowhere' },
      script,
      ...(script === 'cli.ts' ? ['migrate'] : []),
    )
    const [result, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])

    expect(result).toBe('QUATRAIN_WEBAPI_DATABASE_URL: Must begin with postgres:// or postgresql://\n')
    expect(code).toBe(1)
  },
)

test('the service starts with the data of the commands, responds, and ends when it is stopped', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'webapi-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const data = { QUATRAIN_WEBAPI_DATA: join(folder, 'data') }

  const [migrated] = await once(start(data, 'cli.ts', 'migrate'), 'exit')
  expect(migrated).toBe(0)
  const child = start({ ...data, QUATRAIN_WEBAPI_PORT: '0' })
  const log = text(child.stdout)
  const address = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk)) ?? []
      if (found) resolve(found)
    })
  })
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect((await fetch(`${address}/api/v2/metric_profiles`, { headers: { 'x-api-key': 'secret' } })).status).toBe(401)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')

  expect(code).toBe(0)
  expect(await log).not.toContain('secret')
})
