import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownKeys } from '@quatrain/contract/accounts/user-keys.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { portOf } from '@quatrain/platform/testing/free-port.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addObject, aNumber, storedObject } from './src/added-objects.ts'
import { ourDemonstration } from './src/our-demonstration.ts'
import { runCommand } from './src/programs.ts'
import { sendRequest } from './src/send-request.ts'
import { sharedSession } from './src/session.ts'
import { originOf } from './src/visits.ts'

const repository = new URL('..', import.meta.url).pathname
let folder: string
let server: Server
let settings: Record<string, string>

/** The text of the only block of the page in this language, which is about this metric profile. */
async function exampleIn(language: string, profile: string): Promise<string> {
  const page = await readFile(join(repository, 'docs/scripts.md'), 'utf8')
  const [, text = ''] = page.match(`## [^]*?\`\`\`${language}\\n([^]*?)\`\`\``) ?? []
  return text.replaceAll('CORE', profile)
}

async function run(words: readonly string[]): Promise<string> {
  const { code, out, error } = await runCommand(words, settings)
  expect(code, `${words.join(' ')}:\n${out}${error}`).toBe(0)
  return out
}

const addedProfile = () => {
  const name = `SCRIPTED_${aNumber()}`
  const body = { name, groupname: 'NORDIC', description: 'Added', services: [] }
  return addObject(originOf('nordic'), metricProfiles, body)
}
const descriptionOf = async (name: string) =>
  (await storedObject(originOf('nordic'), metricProfiles, name))?.description

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quatrain-scripts-'))
  const { headers } = await sharedSession(originOf('nordic'), 'admin')
  const key = { name: `script-${aNumber()}`, read_only: false, expires: null, networks: [] }
  const added = await sendRequest(originOf('nordic'), ownKeys.path, { method: 'POST', headers, body: key })
  // The resolver of this machine may not know names below localhost.
  const { port } = ourDemonstration()
  server = createServer((call, reply) => {
    const host = `nordic.localhost:${port}`
    const passed = request({
      host: '127.0.0.1',
      port,
      path: call.url,
      method: call.method,
      headers: { ...call.headers, host },
    })
    passed.on('response', (answer) => answer.pipe(reply.writeHead(answer.statusCode ?? 502, answer.headers)))
    call.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  settings = { QUATRAIN_URL: `http://127.0.0.1:${portOf(server)}`, QUATRAIN_KEY: Object(added.body).token }
})
afterAll(async () => {
  server.close().closeAllConnections()
  await rm(folder, { recursive: true })
})

test('the client is installed from its file into an empty folder, and runs the TypeScript example, whose types are right', async () => {
  const profile = await addedProfile()
  await run(['npm', 'pack', '--silent', join(repository, 'packages/client/dist'), '--pack-destination', folder])
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await run(['npm', 'install', '--silent', '--offline', '--prefix', folder, join(folder, 'quatrain-client-0.1.0.tgz')])
  const wrongCalls = [
    `quatrain.call('GET metricprofiles/:key')`,
    `quatrain.call('GET users')`,
    `quatrain.call('PUT metricprofiles', { body: { name: 'A' } })`,
    `quatrain.dryRun('GET metricprofiles', {})`,
    `quatrain.rows('GET metricprofiles')`,
  ]
  const example = await exampleIn('ts', profile)
  await writeFile(join(folder, 'example.ts'), example)
  const refused = wrongCalls.map((call) => `// @ts-expect-error\nvoid ${call}`)
  await writeFile(join(folder, 'types.ts'), [example, ...refused].join('\n'))
  const options = '--strict --noEmit --module nodenext --target es2024 --types node --typeRoots'.split(' ')
  await run(['tsc', '--ignoreConfig', ...options, join(repository, 'node_modules/@types'), join(folder, 'types.ts')])
  const out = await run([process.execPath, join(folder, 'example.ts')])
  expect(out.split('\n')[0]).toBe(`change metricprofile ${profile}`)
  expect(out.split('\n').filter((line) => line.endsWith(profile))).toHaveLength(4)
  expect(await descriptionOf(profile)).toBe('Changed twice by a script')
})

async function runExample(language: string, command: string) {
  const profile = await addedProfile()
  const file = join(folder, `example.${language}`)
  await writeFile(file, await exampleIn(language, profile))
  const out = await run(['sh', '-ec', `cd ${folder}; ${command} ${file}`])
  expect(out).toContain(`change metricprofile ${profile}\n`)
  expect(out).toMatch(new RegExp(`^20.* admin ${profile}$`, 'm'))
  expect(await descriptionOf(profile)).toBe('Changed by a script')
}

const python = await runCommand(['python3', '-c', 'import requests'], {}).catch(() => ({ code: 1 }))
if (python.code !== 0) {
  console.warn(
    `${'!'.repeat(100)}\n!!  THE PYTHON EXAMPLE OF docs/scripts.md IS SKIPPED: there is no Python with requests.\n`,
  )
}
test.skipIf(python.code !== 0)('the Python example runs', () => runExample('python', 'python3'))

const tools = await runCommand(['sh', '-c', 'command -v curl && command -v jq'], {})
if (tools.code !== 0) {
  console.warn(`${'!'.repeat(100)}\n!!  THE SHELL EXAMPLE OF docs/scripts.md IS SKIPPED: there is no curl or no jq.\n`)
}
test.skipIf(tools.code !== 0)('the shell example runs', () => runExample('sh', '.'))
