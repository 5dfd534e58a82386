import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scope } from '@quatrain/platform/database/scope.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import { takeAnchors } from '#kit/recording/activity-anchors.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import type { Tables } from '#request/tables/tables.ts'
import { consoleSchema, type Db, tenancyOf } from '#request/tenancy/tenancy.ts'
import { type CommandResult, runCommand } from '#test/command.ts'
import { migrateWebApi } from '#test/web-api-store.ts'
import { openWebApi } from './backup/web-api.ts'
import { databaseSettings } from './session.ts'

const main = fileURLToPath(new URL('../../../../tools/command-line/src/main.ts', import.meta.url))
const secret = 'a secret of thirty-two characters'

describe('the command line', () => {
  let folder: string
  let settings: Readonly<Record<string, string>>
  const opened: { close(): Promise<void> }[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quatrain-cli-'))
    settings = { ...(await aNewDatabase('QUATRAIN')), QUATRAIN_SECRET: secret }
    const err = 'The database is not set up; run the command migrate first.'
    expect(await quatrain('tenant list')).toEqual({ code: 1, out: '', err })
    expect(await quatrain('migrate')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Migrated: 0001_baseline/),
    })
    await quatrain('tenant create --name all --hostname console.test')
    await quatrain('tenant create --name NORDIC')
  })
  afterAll(async () => {
    for (const database of opened) await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** The setting that names a database without content: on PostgreSQL, or else a folder of the embedded one. */
  async function aNewDatabase(prefix: string): Promise<Record<string, string>> {
    const database = await serverDatabases[0]?.open()
    if (!database?.url) return { [`${prefix}_DATA`]: join(folder, prefix) }
    opened.push(database)
    return { [`${prefix}_DATABASE_URL`]: database.url }
  }

  const quatrain = (line: string, input = '', environment: Readonly<Record<string, string>> = {}) =>
    runCommand(line.split(' '), { ...settings, ...environment }, input)

  /** Runs a command as people do: in a process. */
  function inProcess(line: string, input = ''): Promise<CommandResult> {
    const env = { PATH: process.env.PATH, ...settings }
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [main, ...line.split(' ')], { env }, (error, out, err) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: out.trim(), err: err.trim() })
      })
      child.stdin?.end(input)
    })
  }

  /** Uses the same database between two commands. */
  async function withDatabase<T>(work: (db: Db) => Promise<T>, who: 'owner' | 'console' = 'console'): Promise<T> {
    const database = await openDatabase(readSettings(databaseSettings, settings))
    const owner = database.within<Tables>(scope({ schema: consoleSchema }))
    try {
      return await work(who === 'owner' ? owner : tenancyOf(database, () => new Date()).everyTenant)
    } finally {
      await database.close()
    }
  }

  test('adds tenants with their own host names, lists and deletes them', async () => {
    const made = await quatrain('tenant create --name ALPINE --hostname www.Alpine.test:443')
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^Tenant ALPINE created at alpine\.test\.\n/) })
    await quatrain('tenant create --name BOTH --combined-from ALPINE NORDIC')
    const { out } = await quatrain('tenant list')
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['NAME', 'SCHEMA', 'HOST', 'METRICS', 'PROBES', 'COMBINED FROM'],
      ['all', 'public', 'console.test', '0', '0'],
      ['ALPINE', 'alpine', 'alpine.test', '0', '0'],
      ['BOTH', 'both', 'both.console.test', '0', '0', 'ALPINE, NORDIC'],
      ['NORDIC', 'nordic', 'nordic.console.test', '0', '0'],
    ])
    expect(await quatrain('tenant combine --name BOTH --from NORDIC')).toMatchObject({
      code: 0,
      out: 'The tenant BOTH is combined from NORDIC.',
      err: '',
    })
    expect((await quatrain('tenant list')).out).toMatch(/^BOTH .* NORDIC$/m)
    for (const [line, err] of [
      ['tenant combine --name BOTH --from BOTH', 'There is no tenant BOTH.'],
      ['tenant combine --name NORDIC --from ALPINE', 'NORDIC feeds a combined tenant'],
      ['tenant combine --name all --from ALPINE', 'The super-tenant cannot be combined'],
    ] as const) {
      expect(await quatrain(line)).toEqual({ code: 1, out: '', err: expect.stringContaining(err) })
    }
    const deleted =
      'Tenant BOTH deleted. Deleted with it: 0 metrics, 0 metric profiles, 0 users, 5 groups and 0 API keys.'
    const settings = { QUATRAIN_TENANT_FILES: join(folder, 'tenants') }
    const left = await quatrain('tenant delete --name BOTH --yes', '', settings)
    expect(left).toMatchObject({ code: 0, err: '' })
    const [, file = ''] = /^The deleted data is in (\S+BOTH-\S+\.tar\.zst)\.$/m.exec(left.out) ?? []
    expect(left.out.split('\n')[0]).toBe(deleted)

    const back = await quatrain(`tenant import ${file} --as BACK --without-web-api --dry-run`)
    expect(back).toMatchObject({
      code: 0,
      out: expect.stringContaining('Tenant BACK would be added at back.console.test: '),
    })
    expect(await quatrain(`tenant import ${file} --without-web-api`)).toMatchObject({ code: 0, err: '' })
    expect(await quatrain(`tenant import ${file} --without-web-api`)).toEqual({
      code: 1,
      out: 'There is a tenant BOTH already.',
      err: 'Nothing was imported.',
    })
    expect((await quatrain('activity verify')).out).toMatch(/BOTH .* holds; rows 1 to 5 were imported, and verified/)
    const again = join(folder, 'both.tar.zst')
    expect((await quatrain(`tenant export BOTH ${again} --without-web-api`)).out).toMatch(
      /^Tenant BOTH written to \S+: \d+ rows, 0\.0 MB\. Not in the file:\n/,
    )
    expect(await quatrain('tenant delete --name BOTH --yes --without-export')).toEqual({
      code: 0,
      out: deleted,
      err: '',
    })
  })

  test.each([
    ['tenant delete --name all --yes', 1, 'You cannot delete public schema!'],
    ['tenant delete --name NORDIC', 2, 'There is no terminal to prompt on; use --yes.'],
    ['tenant create', 2, "error: required option '--name <name>' not specified"],
    [
      'superuser create --tenant NORDIC --username ann',
      2,
      'There is no terminal to prompt on; use --password-stdin and send the password to standard input.',
    ],
  ])('refuses %s in one line', async (line, code, err) => {
    expect(await quatrain(line)).toEqual({ code, out: '', err })
  })

  test('the doctor names what is wrong, and exits with 1', async () => {
    expect(await quatrain('doctor')).toEqual({
      code: 1,
      out: 'ERROR  Settings  QUATRAIN_WEBAPI_URL: is missing: the address of the Web API, such as http://127.0.0.1:8081',
      err: '1 error.',
    })
  })

  test('reads the password of a superuser from standard input', async () => {
    const line = 'superuser create --tenant NORDIC --username ann --password-stdin'
    expect(await quatrain(line, 'short')).toMatchObject({ code: 2, err: 'A password needs at least 8 characters.' })
    expect(await inProcess(line, 'long enough\n')).toEqual({
      code: 0,
      out: 'Superuser ann of NORDIC created.',
      err: '',
    })
    expect(await quatrain(line, 'long enough\n')).toMatchObject({ code: 1, err: 'NORDIC already has a user ann.' })
  })

  test('adds, lists and revokes keys, and prints a token only once', async () => {
    const webApi = 'token create --tenant NORDIC --kind webapi --name WEB-API-NORDIC'
    expect(await quatrain(`${webApi} --token first-token`)).toMatchObject({ code: 0, out: 'first-token' })
    expect(await quatrain(webApi)).toMatchObject({ code: 1, err: 'API key with this name already exists' })
    // Such as after an import, which brings the key without the token.
    expect(await quatrain(`${webApi} --token second-token`)).toMatchObject({ code: 0, out: 'second-token' })
    const create = 'token create --tenant NORDIC --kind poem --name box'
    const made = await quatrain(create)
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^[A-Za-z0-9]{32}$/) })
    expect(await quatrain(create)).toMatchObject({ code: 1, err: 'API key with this name already exists' })
    const revoked = await quatrain('token revoke --tenant NORDIC --kind poem --name box --yes')
    expect(revoked).toMatchObject({ code: 0, out: 'Key box of NORDIC revoked.' })
    const { out } = await quatrain('token list --tenant NORDIC')
    expect(out).toMatch(/^box +poem .* revoked$/m)
    expect(out).not.toContain(made.out)
  })

  test('exports the activity log as lines, from where its receiver was', async () => {
    const lines = async (options: string) => {
      const { code, out, err } = await quatrain(`activity export${options}`)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      return out === '' ? [] : out.split('\n').map((line) => JSON.parse(line))
    }
    const all = await lines('')
    expect(all.length).toBeGreaterThan(3)
    expect(all.filter(({ tenant }) => tenant === 'NORDIC')).toEqual(await lines(' --tenant NORDIC'))
    expect(await lines(' --receiver archive')).toEqual(all)
    expect(await lines(' --receiver archive')).toEqual([])
    await quatrain('tenant create --name LATE')
    const later = await lines(' --receiver archive')
    expect(later.length).toBeGreaterThan(0)
    expect(await lines(` --from ${later[0].at}`)).toEqual(later)
    expect(await lines('')).toEqual([...all, ...later])

    expect(await quatrain('activity export --receiver archive --from 2026-11-01')).toEqual({
      code: 2,
      out: '',
      err: 'archive has rows already, and continues after them without --from.',
    })
    expect(await quatrain('activity export --tenant NOBODY')).toEqual({
      code: 2,
      out: '',
      err: 'There is no tenant NOBODY.',
    })
    expect(await quatrain('activity export --from yesterday')).toMatchObject({
      code: 2,
      err: expect.stringContaining('It must be a time in ISO 8601.'),
    })
  })

  test('checks the activity log and the given anchors', async () => {
    const holding = await quatrain('activity verify')
    expect(holding).toMatchObject({ code: 0, out: expect.stringMatching(/^TENANT +ROWS +LAST HASH +STATE\n/) })
    const anchors = join(folder, 'server.log')
    const line = await withDatabase((everyTenant) => takeAnchors(everyTenant, secretsOf(secret).anchorKey, new Date()))
    await writeFile(anchors, ['not JSON', ...line.map((anchor) => JSON.stringify({ level: 30, anchor }))].join('\n'))
    const checked = await quatrain(`activity verify --anchor ${anchors}`)
    expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/\nValid anchors: [1-9]\d*\.$/) })
    const foreign = await quatrain(`activity verify --anchor ${anchors}`, '', { QUATRAIN_SECRET: `another ${secret}` })
    expect(foreign).toMatchObject({ code: 2, err: expect.stringMatching(/^Anchors that were not signed with/) })

    const rotated = { QUATRAIN_SECRET: `another ${secret}`, QUATRAIN_SECRET_PREVIOUS: secret }
    expect(await quatrain(`activity verify --anchor ${anchors}`, '', rotated)).toMatchObject({ code: 0 })

    // The import has recorded how many rows there were.
    await withDatabase(
      (db) =>
        sql`delete from activity where number > 3
          and tenant_id in (select object_id from activity where action = 'import-tenant')`.execute(db),
      'owner',
    )
    expect(await quatrain('activity verify')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is invalid: row 4 is the first wrong row\.$/),
    })

    await withDatabase((everyTenant) => everyTenant.deleteFrom('activity').execute(), 'owner')
    const emptied = await quatrain(`activity verify --anchor ${anchors}`)
    expect(emptied).toMatchObject({ code: 1, err: expect.stringMatching(/^Row \d+ of the activity log of tenant \d+/) })
    await writeFile(anchors, 'nothing')
    const none = await quatrain(`activity verify --anchor ${anchors}`)
    expect(none).toMatchObject({ code: 2, err: 'The given text contains no anchor.' })
    const nowhere = await quatrain('activity verify --anchor nowhere')
    expect(nowhere).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^The activity log could not be checked\. ENOENT/),
    })
  })

  test('rotates the secret: encrypts every token once, and none if one cannot be read', async () => {
    await quatrain('token create --tenant NORDIC --kind poem --name rotated')
    const another = `another ${secret}`
    const rotate = (previous = '') =>
      quatrain('secret rotate', '', { QUATRAIN_SECRET: another, QUATRAIN_SECRET_PREVIOUS: previous })
    const setting = (problem: string) => ({ code: 1, out: '', err: `QUATRAIN_SECRET_PREVIOUS: ${problem}` })
    expect(await rotate('short')).toEqual(setting('must have at least 32 characters'))
    expect(await rotate(another)).toEqual(setting('must differ from QUATRAIN_SECRET'))
    const err = expect.stringMatching(/^Nothing was changed: neither .*: .*rotated \(poem\) of NORDIC\.$/)
    expect(await rotate()).toEqual({ code: 1, out: '', err })

    const done = await rotate(secret)
    const [, count = ''] =
      /^Tokens and secrets encrypted again: ([1-9]\d*) \(tenants: 1\)\. Left unchanged: 0\.$/.exec(done.out) ?? []
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('encrypted again') })
    const out = `Tokens and secrets encrypted again: 0 (tenants: 0). Left unchanged: ${count}.`
    expect([await rotate(secret), await rotate()]).toEqual([out, out].map((out) => ({ code: 0, out, err: '' })))
  })

  test('makes a backup of both stores, verifies it, and restores it into an empty installation only', async () => {
    const file = join(folder, 'nightly.tar.zst')
    const webApi = await aNewDatabase('QUATRAIN_WEBAPI')
    expect(await quatrain(`backup create ${file}`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Set QUATRAIN_WEBAPI_/),
    })
    const database = await openWebApi(webApi)
    await migrateWebApi(database)
    await database.close()
    const said = (done: string) =>
      expect.stringMatching(`^Backup ${file} ${done}: \\d+ rows of console and webapi, 0\\.\\d MB, of `)
    expect(await quatrain(`backup create ${file}`, '', webApi)).toEqual({ code: 0, out: said('written'), err: '' })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await quatrain(`backup verify ${file}`)).toEqual({ code: 0, out: said('verified'), err: '' })
    expect(await quatrain(`backup restore ${file}`, '', webApi)).toMatchObject({
      code: 1,
      err: 'The database of the console is in use: it has tenants. A backup is restored into an empty installation only.',
    })
    // The demonstration has both stores in one embedded database.
    const demonstration = { QUATRAIN_DATA: join(folder, 'shared'), QUATRAIN_WEBAPI_DATA: join(folder, 'shared') }
    const restored = await runCommand(['backup', 'restore', file], { QUATRAIN_SECRET: secret, ...demonstration })
    expect(restored).toEqual({ code: 0, out: said('restored'), err: '' })
  })

  test('archives old rows of the activity log, and verifies them in their files', async () => {
    const archives = join(folder, 'archives')
    expect(await quatrain('activity archive')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Everything stays/),
    })
    const id = await withDatabase(async (db) => {
      const { rows } = await sql<{ id: number }>`select id from tenants where name = 'NORDIC'`.execute(db)
      await sql`delete from activity where tenant_id = ${rows[0]?.id}`.execute(db)
      for (const day of [1, 2, 3]) {
        await sql`
          insert into activity (tenant_id, at, request_id, actor, address, action, kind, object_id, object_name)
          values (${rows[0]?.id}, ${`2020-01-0${day}T00:00:00Z`}, '', 'ann', '', 'sign-in', 'user', 1, 'ann')`.execute(
          db,
        )
      }
      return rows[0]?.id
    }, 'owner')
    const settings = { QUATRAIN_HISTORY_MONTHS: '12', QUATRAIN_HISTORY_ARCHIVE: archives }
    expect((await quatrain('activity archive --dry-run', '', settings)).out).toMatch(
      /^TENANT .*\nNORDIC +2 +0 +0\.0 MB\n.*Nothing/,
    )
    expect(await quatrain('activity archive', '', settings)).toEqual({
      code: 0,
      err: '',
      out: `NORDIC 2020-01: 2 rows and 0 versions moved to ${id}/2020-01-1-2.tar.zst, 0.0 MB.`,
    })
    expect(await quatrain(`activity verify --archives ${archives}`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/NORDIC .* rows 1 to 2 are archived\n.*Valid archives: 1, with 2 rows\.$/s),
    })
    const exported = await quatrain('activity export --tenant NORDIC')
    expect(exported.err).toMatch(
      /^Rows 1 to 2 of NORDIC, until 2020-01-02T00:00:00.000Z, are archived, and are not printed\.$/,
    )
    expect(JSON.parse(exported.out.split('\n')[1] ?? '')).toMatchObject({ action: 'archive-activity', number: 4 })
    const file = join(archives, `${id}/2020-01-1-2.tar.zst`)
    await rm(file)
    expect(await quatrain(`activity verify --archives ${archives}`)).toMatchObject({
      code: 1,
      err: `The archive ${file} is missing.`,
    })
  })

  test('names the missing setting', async () => {
    const key = await quatrain('token create --tenant NORDIC --kind poem --name other', '', { QUATRAIN_SECRET: '' })
    expect(key).toMatchObject({ code: 1, err: expect.stringMatching(/^QUATRAIN_SECRET: is missing/) })
  })

  test('prints the help of every command', async () => {
    const { code, out } = await quatrain('tenant create --help')
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('--combined-from <names...>') })
  })
})
