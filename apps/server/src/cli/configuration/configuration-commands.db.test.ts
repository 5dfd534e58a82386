import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usualRule } from '@quatrain/contract/change-requests/change-rule.ts'
import {
  type ConfiguredObject,
  configuredKind,
  inputOfSpec,
} from '@quatrain/contract/configuration/configured-kinds.ts'
import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { oddText } from '@quatrain/contract/testing/odd-text.ts'
import { databases, type TestDatabases } from '@quatrain/platform/testing/databases.ts'
import { portOf } from '@quatrain/platform/testing/free-port.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runCommand } from '#test/command.ts'
import { expectSuccess } from '#test/expect-success.ts'
import { addOwnKey } from '#test/own-key.ts'
import { secret } from '#test/seed.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { addReferenced, twoStoreKinds } from '#test/two-store-kinds.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A new folder with these files. */
function folderOf(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'configuration-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  return folder
}

/** All files below a folder with their bytes. */
const bytesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(folder.length), readFileSync(path, 'latin1')]),
  )

const isOnServer = ({ name }: TestDatabases): boolean => name === 'PostgreSQL'

/** These fields name other objects, or have rules that no schema says. */
const restricted =
  /(^|\.)(groupname|metric|thresholds|endpoint_group|trends\.\d+|\w*operation|(metric|aggregation|operations|thresholds)_profile)$/

type Spec = ConfiguredObject['spec']

/** The paths of all texts in a spec. */
const textsIn = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'string'
    ? [path]
    : Object.entries(Object(value)).flatMap(([field, inner]) => textsIn(inner, [...path, field]))

function withText(spec: Spec, path: readonly string[], text: string): Spec {
  const changed = structuredClone(spec)
  const [last = '', ...outer] = path.toReversed()
  const parent = outer.toReversed().reduce<Record<string, unknown>>((value, field) => Object(value[field]), changed)
  parent[last] = text
  return changed
}

/** An object like this one, with odd texts wherever its rules permit them. */
function oddObject(object: ConfiguredObject, name: string, texts: readonly string[]): ConfiguredObject {
  const kind = configuredKind(object.kind)
  if (!kind) throw new Error(`Files have no ${object.kind}.`)
  const isValid = (candidate: Pick<ConfiguredObject, 'name' | 'spec'>) =>
    inputOfSpec(kind, candidate).problems.length === 0
  const oddName = texts.map((text) => `${name}${text}`).find((candidate) => isValid({ ...object, name: candidate }))
  const paths = textsIn(object.spec).filter((path) => !restricted.test(path.join('.')))
  const spec = paths.reduce((odd, path, index) => {
    const candidates = texts.map((_, turn) => withText(odd, path, texts[(index + turn) % texts.length] ?? ''))
    return candidates.find((candidate) => isValid({ ...object, spec: candidate })) ?? odd
  }, object.spec)
  return { ...object, name: oddName ?? name, spec }
}

const override = (name: string, value = 'b') =>
  `kind: metricoverride\nname: ${name}\nspec:\n  global_attributes:\n    - attribute: a\n      value: ${value}\n`

describe.each(databases)('files of the configuration on $name', (database) => {
  let server: TestApp
  let admin: Client
  const keys = { admin: '', member: '', super: '' }
  const consoles = { 'north.test': '', 'super.test': '' }
  const opened: ReturnType<typeof createServer>[] = []
  let calls: string[] = []
  /** The call whose connection ends before the console gets it. */
  let lostCall = ''
  /** The call whose answer is lost, and what happens before the console is asked what has become of it. */
  let unanswered: { readonly call: string; readonly meanwhile: () => Promise<unknown> } | undefined

  beforeAll(async () => {
    server = await startTestApp(database)
    admin = await server.as('admin')
    keys.admin = await addOwnKey(admin)
    keys.member = await addOwnKey(await server.as('member'))
    keys.super = await addOwnKey(await server.as('admin', 'super.test'))
    for (const host of ['north.test', 'super.test'] as const) {
      const listener = createServer((request, response) => {
        calls.push(`${request.method} ${request.url?.replace(/^.*internal\//, '').replace(/\d+/, 'N')}`)
        if (calls.at(-1) === lostCall) return void request.socket.destroy()
        if (unanswered && calls.at(-1) === unanswered.call) {
          const { meanwhile } = unanswered
          response.end = () => {
            void meanwhile().then(() => request.socket.destroy())
            return response
          }
        }
        request.headers.host = host
        server.app.routing(request, response)
      })
      opened.push(listener)
      await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
      consoles[host] = `http://127.0.0.1:${portOf(listener)}`
    }
    await admin.send('POST', 'importmetrics', { metrictemplates: ['disk', 'web.http'] }, whatever)
    await addReferenced(server)
    for (const kind of twoStoreKinds) {
      await admin.send('POST', kind.path, { name: `${kind.path} 1`, groupname: 'operations', ...kind.content })
    }
  })
  afterAll(async () => {
    for (const listener of opened) listener.close().closeAllConnections()
    await server.close()
  })

  const run = (key: keyof typeof keys, ...args: readonly string[]) => {
    calls = []
    const url = consoles[key === 'super' ? 'super.test' : 'north.test']
    return runCommand(args, { QUATRAIN_URL: url, QUATRAIN_KEY: keys[key], QUATRAIN_OWNER: 'git' })
  }
  const storedValue = async (name: string) => {
    const { status, body } = await admin.send('GET', `metricconfiguration/${name}`)
    return status === 200 ? body.global_attributes[0].value : status
  }

  test('an export that is applied to an emptied tenant is exported again without a byte that differs', async () => {
    const exported = folderOf()
    const { code, out } = await run('admin', 'export', exported)
    expect([code, out]).toEqual([0, expect.stringMatching(/^written .*\d+ objects, \d+ files written, 0 removed\.$/s)])
    expect(await run('admin', 'fmt', exported, '--check')).toMatchObject({ code: 0 })
    const taken = await run('admin', 'diff', exported)
    expect([taken.code, taken.out]).toEqual([2, expect.stringMatching(/^= metricprofile\/base, managed by people/m)])
    const withoutOwner = await run('admin', 'diff', exported, '--owner', '')
    expect([withoutOwner.code, withoutOwner.out]).toEqual([
      0,
      'To add: 0, to change: 0, to remove: 0, to take over: 0.',
    ])
    expect(await run('admin', 'apply', exported, '--adopt')).toMatchObject({ code: 0, err: '' })
    expect(await run('admin', 'diff', exported)).toMatchObject({ code: 0 })
    expect(await run('admin', 'apply', folderOf(), '--prune')).toMatchObject({ code: 0, err: '' })
    const emptied = folderOf()
    await run('admin', 'export', emptied)
    expect(Object.keys(bytesOf(emptied))).toEqual(['/not-exported.md'])
    expect(await run('admin', 'apply', exported)).toMatchObject({ code: 0, err: '' })
    expect(calls).toEqual(['POST configuration/plan', 'POST changerequests', 'POST changerequests/N/settle'])
    await run('admin', 'export', emptied)
    expect(bytesOf(emptied)).toEqual(bytesOf(exported))
    expect((await run('admin', 'export', exported)).out).toMatch(/^\d+ objects, 0 files written, 0 removed\.$/)
  })

  test.skipIf(!isOnServer(database))('the server exports a tenant from its database as the console does', async () => {
    const [ofConsole, ofServer] = [folderOf(), folderOf()]
    await run('admin', 'export', ofConsole)
    const settings = {
      QUATRAIN_DATABASE_URL: server.database.url ?? '',
      QUATRAIN_WEBAPI_URL: server.directWebApiUrl,
      QUATRAIN_SECRET: secret,
    }
    const calledBefore = calls.length
    expect(await runCommand(['export', ofServer, '--tenant', 'NORTH'], settings)).toMatchObject({ code: 0, err: '' })
    expect(calls).toHaveLength(calledBefore)
    const withoutConsole = (files: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [path, text.replace(/(\$schema=)https?:\/\/[^/]+/, '$1')]),
      )
    expect(withoutConsole(bytesOf(ofServer))).toEqual(withoutConsole(bytesOf(ofConsole)))
    expect(Object.values(bytesOf(ofServer)).join('')).toContain('$schema=https://north.test/')
    expect((await runCommand(['export', folderOf(), '--tenant', 'nowhere'], settings)).err).toContain('nowhere')
    expect(await runCommand(['export', folderOf()], {})).toMatchObject({
      code: 64,
      err: 'Name a tenant (--tenant), or a console (--url, QUATRAIN_URL).',
    })
  })

  test('objects with odd texts are applied from files to an emptied tenant without a byte that differs', async () => {
    const { body } = await admin.send('GET', 'configuration')
    const objects: ConfiguredObject[] = body.objects.map(({ kind, name, spec }: ConfiguredObject) => ({
      kind,
      name,
      spec,
    }))
    const likes = objects.filter(({ kind }) => kind !== 'metric')
    let made = 0
    const written = new Set<string>()
    const property = fc.asyncProperty(fc.array(oddText, { minLength: 20, maxLength: 20 }), async (texts) => {
      const odd = likes.map((object, index) => oddObject(object, `odd${++made}`, [...texts.slice(index), ...texts]))
      const submitted = { owner: 'git', objects: [...objects, ...odd], prune: true }
      const planned = expectSuccess(await admin.send('POST', 'configuration/plan', submitted)).body
      expect(planned.effects.writes.map(({ refusal }: { refusal: string }) => refusal)).toEqual(
        planned.writes.map(() => ''),
      )
      const managed = { ...submitted, adopt: true }
      const request = expectSuccess(
        await admin.send('POST', 'changerequests', { title: 'Odd', writes: planned.writes, managed }),
      ).body
      expectSuccess(await admin.send('POST', `changerequests/${request.id}/settle`, { action: 'apply', effects: '*' }))
      for (const { kind } of odd) written.add(kind)
      const [exported, again] = [folderOf(), folderOf()]
      await run('admin', 'export', exported)
      expect(Object.keys(bytesOf(exported))).toHaveLength(objects.length + odd.length + 1)
      expect(await run('admin', 'apply', folderOf(), '--prune')).toMatchObject({ code: 0, err: '' })
      expect(await run('admin', 'apply', exported)).toMatchObject({ code: 0, err: '' })
      await run('admin', 'export', again)
      expect(bytesOf(again)).toEqual(bytesOf(exported))
      expect(await run('admin', 'fmt', again, '--check')).toMatchObject({ code: 0 })
    })
    await fc.assert(property, { numRuns: isFullRun ? 30 : 2, endOnFailure: true })
    expect([...written].toSorted()).toEqual([...new Set(likes.map(({ kind }) => kind))].toSorted())
  })

  test('the catalogue is exported, changed and applied', async () => {
    const exported = folderOf()
    expect((await run('super', 'export', exported)).code).toBe(0)
    mkdirSync(join(exported, 'ours'))
    writeFileSync(join(exported, 'ours/tag.yaml'), 'kind: metrictag\nname: from-git\n')
    expect((await run('super', 'diff', exported)).out).toMatch(/^= \d+ of metrictemplate, managed by people: --adopt/m)
    expect(await run('super', 'apply', exported, '--adopt')).toMatchObject({ code: 0, err: '' })
    const again = folderOf()
    cpSync(exported, again, { recursive: true })
    expect((await run('super', 'export', again)).out).toMatch(/ 0 files written, 0 removed\.$/)
    expect(await run('super', 'diff', again)).toMatchObject({ code: 0 })
    const left = '? metrictemplate/disk is not in the files and stays: delete it in the console'
    expect((await run('super', 'diff', folderOf(), '--prune')).out).toContain(left)
  })

  test('a plan file is applied once; what has changed since makes it stale, unless it is merged', async () => {
    const folder = folderOf({ 'a.yaml': override('planned') })
    const plan = join(folderOf(), 'plan.json')
    const planned = await run('admin', 'plan', folder, '-o', plan)
    expect([planned.code, planned.out.split('\n')]).toEqual([
      0,
      expect.arrayContaining([
        '+ metricoverride/planned',
        '1. Add metric configuration override planned',
        'To add: 1, to change: 0, to remove: 0, to take over: 0.',
      ]),
    ])
    expect(await run('admin', 'apply', plan, '--dry-run')).toEqual(planned)
    expect(await storedValue('planned')).toBe(404)
    expect(await run('admin', 'apply', plan)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Change request \d+ \(Files of git\): applied$/),
    })
    expect(await storedValue('planned')).toBe('b')
    expect((await run('admin', 'apply', plan)).code).toBe(3)

    writeFileSync(join(folder, 'a.yaml'), override('planned', 'c'))
    expect((await run('admin', 'plan', folder, '-o', plan)).out).toContain('~ metricoverride/planned')
    const { body } = await admin.send('GET', 'metricconfiguration/planned')
    const host_attributes = [{ hostname: 'a.example.org', attribute: 'x', value: 'y' }]
    await admin.send('PUT', 'metricconfiguration', { ...body, host_attributes }, whatever)
    expect((await run('admin', 'apply', plan)).code).toBe(3)
    const [request] = (await admin.send('GET', 'changerequests')).body
    expect([request.state, await storedValue('planned')]).toEqual(['withdrawn', 'b'])
    expect((await run('admin', 'apply', plan, '--merge')).code).toBe(0)
    expect((await admin.send('GET', 'metricconfiguration/planned')).body).toMatchObject({
      global_attributes: [{ value: 'c' }],
      host_attributes,
    })
  })

  test('a difference has its own exit code, and is what an object was and is', async () => {
    const folder = folderOf({ 'a.yaml': override('drifting') })
    await run('admin', 'apply', folder)
    expect((await run('admin', 'diff', folder, '--only', 'metricoverride/drifting')).code).toBe(0)
    const { body } = await admin.send('GET', 'metricconfiguration/drifting')
    const global_attributes = [{ attribute: 'a', value: 'by hand' }]
    await admin.send('PUT', 'metricconfiguration', { ...body, global_attributes }, whatever)
    const { code, out } = await run('admin', 'diff', folder, '--only', 'metricoverride/drifting')
    expect([code, out]).toEqual([2, expect.stringMatching(/^~ metricoverride\/drifting\n.*by hand.* b\n/s)])
    expect(JSON.parse((await run('admin', 'diff', folder, '--json')).out)).toMatchObject({
      changes: [{ action: 'change', name: 'drifting' }],
      managed: { owner: 'git' },
    })
  })

  test('two folders own objects of one tenant: neither changes nor removes those of the other', async () => {
    const [ours, theirs] = [folderOf({ 'a.yaml': override('ours') }), folderOf({ 'b.yaml': override('theirs') })]
    const ofOther = ['--owner', 'other']
    expect((await run('admin', 'apply', ours)).code).toBe(0)
    expect((await run('admin', 'apply', theirs, ...ofOther)).code).toBe(0)
    writeFileSync(join(theirs, 'b.yaml'), `${override('theirs')}---\n${override('ours', 'taken')}`)
    const refused = await run('admin', 'apply', theirs, ...ofOther)
    expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('ours is managed by git.')])
    expect((await run('admin', 'plan', theirs, ...ofOther)).out).toContain(
      '~ metricoverride/ours, managed by git: --adopt takes it over',
    )
    expect((await run('admin', 'apply', folderOf(), '--prune', ...ofOther)).code).toBe(0)
    expect([await storedValue('ours'), await storedValue('theirs')]).toEqual(['b', 404])
  })

  const git = spawnSync('git', ['--version']).status === 0
  if (!git) console.error('!! A REPOSITORY WITH REVIEW IS NOT TESTED: there is no git.')

  test.skipIf(!git)(
    'a repository with review: a branch, its plan, the apply of the merge, and drift at night',
    async () => {
      const folder = folderOf({ 'a.yaml': override('fromgit') })
      const inGit = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
          cwd: folder,
          encoding: 'utf8',
        })
      inGit('init', '--quiet', '--initial-branch', 'main')
      inGit('add', '.')
      inGit('commit', '--quiet', '--message', 'As it is')
      expect((await run('admin', 'apply', folder, '--prune')).code).toBe(0)

      inGit('checkout', '--quiet', '-b', 'change')
      writeFileSync(join(folder, 'a.yaml'), override('fromgit', 'new'))
      expect((await run('admin', 'fmt', folder, '--check')).code).toBe(2)
      expect((await run('admin', 'fmt', folder)).code).toBe(0)
      inGit('commit', '--quiet', '--all', '--message', 'Another value')
      const planned = await run('admin', 'plan', folder, '--prune')
      expect([planned.code, planned.out]).toEqual([0, expect.stringContaining('~ metricoverride/fromgit')])
      expect(await storedValue('fromgit')).toBe('b')

      inGit('checkout', '--quiet', 'main')
      inGit('merge', '--quiet', '--no-ff', '--message', 'Merged', 'change')
      expect((await run('admin', 'apply', folder, '--prune')).code).toBe(0)
      const { body } = await admin.send('GET', 'configuration/managed?kind=metricoverride&name=fromgit')
      const revision = inGit('log', '-1', '--format=%h Ada', '--', '.').trim()
      expect([await storedValue('fromgit'), body[0].commit]).toEqual(['new', revision])
      expect((await run('admin', 'diff', folder, '--prune')).code).toBe(0)

      await admin.send('DELETE', 'metricconfiguration/fromgit', undefined, whatever)
      expect((await run('admin', 'diff', folder, '--prune')).code).toBe(2)
      expect((await run('admin', 'apply', folder, '--prune')).code).toBe(0)
      expect([await storedValue('fromgit'), (await run('admin', 'apply', folder, '--prune')).code]).toEqual(['new', 0])
    },
  )

  test('an object that a file calls otherwise now is renamed', async () => {
    const folder = folderOf({ 'a.yaml': override('before') })
    await run('admin', 'apply', folder)
    const { body } = await admin.send('GET', 'metricconfiguration/before')
    writeFileSync(join(folder, 'a.yaml'), override('after').replace('spec:', 'formerNames: [before]\nspec:'))
    expect((await run('admin', 'diff', folder)).out).toContain('~ metricoverride/after, which was before')
    expect((await run('admin', 'apply', folder)).code).toBe(0)
    expect((await admin.send('GET', 'metricconfiguration/after')).body.id).toBe(body.id)
    expect((await run('admin', 'diff', folder, '--only', 'metricoverride/after')).code).toBe(0)
  })

  test('a request for review waits for approval', async () => {
    const folder = folderOf({ 'a.yaml': override('reviewed') })
    const { code, out } = await run('admin', 'apply', folder, '--for-review', '--title', 'Ours')
    expect([code, out]).toEqual([2, expect.stringMatching(/^Change request \d+ \(Ours\): in review$/)])
    const [request] = (await admin.send('GET', 'changerequests')).body
    const { body } = await admin.send('GET', `changerequests/${request.id}`)
    expect(body.managed).toMatchObject({ owner: 'git' })
    expect([await storedValue('reviewed'), (await run('admin', 'apply', folder, '--for-review')).code]).toEqual([
      404, 64,
    ])
  })

  test('the rule of a tenant holds for files: the change request waits for approvals', async () => {
    const folder = folderOf({ 'a.yaml': override('ruled') })
    await admin.send('PUT', 'changerule', { ...usualRule, kinds: ['metricoverride'] }, whatever)
    const { code, out } = await run('admin', 'apply', folder)
    await admin.send('PUT', 'changerule', usualRule, whatever)
    expect([code, out, await storedValue('ruled')]).toEqual([2, expect.stringMatching(/in review$/), 404])
  })

  test('without the right for one object nothing is applied, and the object is named', async () => {
    const profile = 'kind: metricprofile\nname: MEMBERS\nspec:\n  groupname: operations\n'
    const folder = folderOf({
      'a.yaml': profile,
      'b.yaml': 'kind: servicetype\nname: members\nspec: {description: d}\n',
    })
    const { code, out } = await run('member', 'apply', folder)
    expect([code, out]).toEqual([
      3,
      expect.stringMatching(/^\+ metricprofile\/MEMBERS\n.*service type members\n +Cannot be made: .*permission/s),
    ])
    expect(calls).toEqual(['POST configuration/plan'])
    expect((await admin.send('GET', 'metricprofiles/MEMBERS')).status).toBe(404)
  })

  test('what the console finds wrong is said at its place in the files', async () => {
    const folder = folderOf({
      'a.yaml': `# Ours\n${override('first')}---\nkind: probe\nname: x\nspec: {package: a (1), repository: https://x, docurl: https://x, description: a, comment: b}\n`,
    })
    expect(await run('admin', 'plan', folder)).toMatchObject({
      code: 1,
      err: 'a.yaml:9:1: kind: Files of this console cannot have such objects',
    })
  })

  test('the number of calls does not grow with the objects', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `many${index}`)
    const folder = folderOf({ 'many.yaml': names.map((name) => override(name)).join('---\n') })
    expect((await run('admin', 'apply', folder)).code).toBe(0)
    expect(calls).toHaveLength(3)
    await run('admin', 'export', folderOf())
    expect(calls).toEqual(['GET configuration'])
  })

  test('an apply whose answer is lost is waited for as long as the console applies it', async () => {
    const folder = folderOf({ 'a.yaml': override('unanswered') })
    const setState = async (state: string) =>
      sql`update change_requests set state = ${state} where id = (select max(id) from change_requests)`.execute(
        await server.tenant('NORTH'),
      )
    const reads = () => calls.filter((call) => call === 'GET changerequests/N').length
    unanswered = {
      call: 'POST changerequests/N/settle',
      async meanwhile() {
        await setState('applying')
        void vi.waitUntil(() => reads() > 1, { timeout: 300_000 }).then(() => setState('applied'))
      },
    }
    const { code, out } = await run('admin', 'apply', folder)
    unanswered = undefined
    expect([code, out]).toEqual([0, expect.stringMatching(/: applied$/)])
    expect([reads() > 1, await storedValue('unanswered')]).toEqual([true, 'b'])
  })

  test('an apply whose answer is lost leaves its request, which may be applied', async () => {
    const folder = folderOf({ 'a.yaml': override('lost') })
    lostCall = 'POST changerequests/N/settle'
    const { code, err } = await run('admin', 'apply', folder)
    lostCall = ''
    expect([code, err]).toEqual([1, expect.stringContaining('It may have been carried out all the same')])
    expect((await admin.send('GET', 'changerequests')).body[0]).toMatchObject({ title: 'Files of git', state: 'draft' })
  })
})
