import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Finished, runCommand, startProgram } from './src/programs.ts'

const settings = { npm_config_prefer_offline: 'true' }

async function run(words: readonly string[]): Promise<Finished> {
  const finished = await runCommand(words, settings)
  expect(finished.code, `${words.join(' ')}:\n${finished.out}${finished.error}`).toBe(0)
  return finished
}

let folder: string
let server: string
let commandLine: string
let archive: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quatrain-release-'))
  const { out } = await run(['npm', 'run', '--silent', 'release'])
  archive = out.split('\n', 1)[0] ?? ''
  await run(['tar', '--extract', '--strip-components=1', '--file', archive, '--directory', folder])
  server = join(folder, 'apps/server/src/main.ts')
  commandLine = join(folder, 'tools/command-line/src/main.ts')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a release contains no tests and no tools for development', async () => {
  const { out } = await run(['tar', '--list', '--file', archive])
  expect(out).toContain('/apps/web/dist/index.html\n')
  expect(out).toContain('/bill-of-materials.cdx.json\n')
  expect(out).not.toMatch(/\.test\.tsx?$|\.spec\.ts$|\/(test|testing|scripts)\/|\/apps\/web\/src\//m)
})

test('a release starts on a server without development dependencies, and builds nothing', async () => {
  await run(['npm', 'ci', '--omit=dev', '--prefix', folder])
  const none = await runCommand(['ls', join(folder, 'node_modules/vite')], settings)
  expect(none.code).not.toBe(0)
  expect((await run([process.execPath, commandLine, 'import', 'poem', '--help'])).out).toContain('--from')
  const port = String(await freePort())
  const program = await startProgram(
    server,
    {
      QUATRAIN_DATA: join(folder, 'data'),
      QUATRAIN_SECRET: 'a secret of thirty-two characters',
      QUATRAIN_WEBAPI_URL: 'http://localhost:9',
      QUATRAIN_HOST: 'localhost',
      QUATRAIN_PORT: port,
      QUATRAIN_TLS: 'off',
    },
    /Server listening/,
  )
  try {
    expect(program.output()).not.toContain('is not built')
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
  } finally {
    expect(await program.end('SIGTERM')).toBe(0)
  }
})
