import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordVerified } from '#database/verified-backups.ts'
import { clockFinding, lockFindings } from '#features/status/database-checks.reads.ts'
import { checkHistory } from '#features/status/history-checks.reads.ts'
import { rollOutFindings } from '#features/status/roll-out-check.ts'
import { secret } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { checkTenantFiles, diagnose } from './doctor.ts'

test('clocks that differ by seconds are worth a warning, those that differ by minutes are an error', () => {
  expect(
    [-90_000, -61_000, -30_000, -1_000, 400, 10_000, 3_600_000].map((ms) => clockFinding('database', ms).level),
  ).toEqual(['error', 'error', 'warning', 'ok', 'ok', 'warning', 'error'])
  expect(clockFinding('Web API', -30_000).text).toBe(
    'The clock of the Web API is 30 s behind the clock of this machine. Synchronise both clocks.',
  )
})

test('half of the locks of PostgreSQL must suffice for a change that reaches every tenant', () => {
  expect(lockFindings({ tenants: 3_200, locks: 6_400 })).toEqual([])
  expect(lockFindings({ tenants: 3_201, locks: 6_400 })).toEqual([
    {
      level: 'warning',
      text:
        'PostgreSQL has room for 6400 locks, and a change of the catalogue takes one for each of 3201 tenants. ' +
        'Increase max_locks_per_transaction.',
    },
  ])
})

test('jobs of roll-outs are worth a warning if one is refused or has been due for long', () => {
  const none = { waiting: 0, deferred: 0, paused: 0, refused: 0, reverted: 0, done: 0, oldest: 0 }
  const found = (given: Partial<typeof none>) => rollOutFindings({ ...none, ...given })
  const see = 'The page Roll-outs shows them.'
  expect(found({})).toEqual([{ level: 'ok', text: 'Every tenant has followed every change of the catalogue.' }])
  expect(found({ waiting: 2, deferred: 1, done: 7, oldest: 5 })).toEqual([
    { level: 'ok', text: `Jobs of roll-outs: 2 waiting, 1 deferred, 7 done, of 10. ${see}` },
  ])
  expect(found({ refused: 1, done: 3 })).toEqual([
    {
      level: 'warning',
      text: `Jobs of roll-outs: 1 refused, 3 done, of 4. Refused ones need somebody to remove their reason. ${see}`,
    },
  ])
  expect(found({ waiting: 1, oldest: 1_260 })).toEqual([
    {
      level: 'warning',
      text: `Jobs of roll-outs: 1 waiting, 0 done, of 1. One has been due for 21 minutes: see the log of the console. ${see}`,
    },
  ])
})

test('the folder of deleted tenants has to be one, or to become one with the first file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quatrain-deleted-'))
  const missing = join(folder, 'of', 'tenants')
  for (const usable of [folder, missing]) {
    expect(await checkTenantFiles(usable)).toEqual([
      { level: 'ok', text: `Files of deleted tenants can be written to ${usable}.` },
    ])
  }
  await writeFile(join(folder, 'taken'), '')
  expect(await readdir(folder)).toEqual(['taken'])
  for (const unusable of ['taken', 'taken/tenants']) {
    expect(await checkTenantFiles(join(folder, unusable))).toEqual([
      { level: 'error', text: expect.stringMatching(/^No tenant can be deleted: .* QUATRAIN_TENANT_FILES: /) },
    ])
  }
  // A file system without any room.
  expect(await checkTenantFiles('/proc/quatrain')).not.toContainEqual(expect.objectContaining({ level: 'ok' }))
  expect(await checkTenantFiles(undefined)).toEqual([expect.objectContaining({ level: 'warning' })])
  await rm(folder, { recursive: true })
})

describe.each(serverDatabases)('the doctor on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  const settings = (): Record<string, string> => ({
    QUATRAIN_DATABASE_URL: String(server.database.url),
    QUATRAIN_SECRET: secret,
    QUATRAIN_WEBAPI_URL: server.directWebApiUrl,
    QUATRAIN_TRUST_PROXY: '10.0.0.5',
  })

  /** The errors, or the warnings, as `subject: text`. */
  async function found(changed: Record<string, string> = {}, level = 'error'): Promise<string[]> {
    const diagnoses = await diagnose({ ...settings(), ...changed })
    return diagnoses.filter((diagnosis) => diagnosis.level === level).map(({ subject, text }) => `${subject}: ${text}`)
  }

  test('finds no error in a healthy installation, and writes nothing', async () => {
    const events = () => server.owner.selectFrom('activity').selectAll().execute()
    const before = await events()
    expect(await found()).toEqual([])
    expect(await found({}, 'ok')).toEqual(
      expect.arrayContaining([
        'Settings: All settings are valid.',
        'Database: The tables are those of this build.',
        'Secrets: QUATRAIN_SECRET opens every stored token and secret.',
        expect.stringMatching(/^Web API: The Web API answers at http\S+\.$/),
        expect.stringMatching(/^Web API: The Web API accepts the keys of \d tenants\.$/),
      ]),
    )
    expect(await events()).toEqual(before)
  })

  test('warns of a login that could disable row security', async () => {
    expect(await found({}, 'warning')).toContainEqual(expect.stringMatching(/^Database: The login \w+ owns the tables/))
  })

  test('warns of a missing and of an old backup', async () => {
    const ofBackup = async (level: string) => (await found({}, level)).filter((text) => text.startsWith('Backup: '))
    expect(await ofBackup('warning')).toEqual([
      expect.stringMatching(/^Backup: No backup is known: run `quatrain backup/),
    ])
    const backup = { verifiedAt: new Date(), file: 'nightly.tar.zst', bytes: 1, rows: 1 }
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    await recordVerified(server.database, { ...backup, createdAt: hoursAgo(40) })
    expect(await ofBackup('warning')).toEqual([
      'Backup: The last verified backup, nightly.tar.zst, is 40 hours old. Run `quatrain backup create` every night.',
    ])
    await recordVerified(server.database, { ...backup, createdAt: hoursAgo(3) })
    await recordVerified(server.database, { ...backup, createdAt: hoursAgo(50) })
    expect(await ofBackup('ok')).toEqual(['Backup: The last verified backup, nightly.tar.zst, is 3 hours old.'])
  })

  test('warns of old rows of the activity log that were not archived', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quatrain-history-'))
    const given = { QUATRAIN_HISTORY_MONTHS: '2', QUATRAIN_HISTORY_ARCHIVE: folder }
    expect(await found({ QUATRAIN_HISTORY_MONTHS: '2' })).toEqual([
      'History: QUATRAIN_HISTORY_MONTHS is set, but QUATRAIN_HISTORY_ARCHIVE is not: nothing can be archived.',
    ])
    await writeFile(join(folder, 'taken'), '')
    expect(await found({ ...given, QUATRAIN_HISTORY_ARCHIVE: join(folder, 'taken') })).toEqual([
      expect.stringMatching(/^History: Nothing can be archived in QUATRAIN_HISTORY_ARCHIVE: /),
    ])
    expect(await found(given, 'ok')).toContainEqual(expect.stringMatching(/^History: Nothing of the activity log/))
    const { everyTenant } = server.tenancy
    const levelsOn = async (day: string) =>
      (await checkHistory(everyTenant, 2, new Date(`2020-06-${day}T12:00:00Z`))).map(({ level, text }) => [level, text])
    for (const day of ['2020-03-31', '2020-05-01']) {
      await sql`
        insert into activity (tenant_id, at, request_id, actor, address, action, kind, object_id, object_name)
        values (99, ${day}, '', '', '', 'sign-in', 'user', 1, '')`.execute(everyTenant)
    }
    expect(await levelsOn('03')).toEqual([['ok', 'The activity log before 2020-04-01 will be archived.']])
    expect(await levelsOn('04')).toEqual([
      [
        'warning',
        expect.stringMatching(/^The activity logs of 1 tenants have rows from before 2020-04-01: run `quatrain/),
      ],
    ])
    await rm(folder, { recursive: true })
  })

  test('names every wrong setting, and goes no further', async () => {
    const wrong = { QUATRAIN_SECRET: 'short', QUATRAIN_PORT: 'many', QUATRAIN_DATABASE_URL: 'mysql://db' }
    expect(await found(wrong)).toEqual([
      expect.stringMatching(/^Settings: QUATRAIN_DATABASE_URL: must be a PostgreSQL address/),
      'Settings: QUATRAIN_SECRET: must have at least 32 characters',
      'Settings: QUATRAIN_PORT: must be a port number',
    ])
    expect(await found({ QUATRAIN_SECRET_PREVIOUS: secret })).toEqual([
      'Settings: QUATRAIN_SECRET_PREVIOUS: must differ from QUATRAIN_SECRET',
    ])
  })

  test('says that passwords can be read on the network', async () => {
    expect(await found({ QUATRAIN_TLS: 'off', QUATRAIN_HOST: '0.0.0.0' })).toEqual([
      'TLS: QUATRAIN_TLS is off and the console listens at 0.0.0.0: passwords and cookies can be read on the network.',
    ])
  })

  test('says that the database is away, or not set up', async () => {
    const url = new URL(String(server.database.url))
    url.port = String(await freePort())
    expect(await found({ QUATRAIN_DATABASE_URL: url.href })).toEqual([
      expect.stringMatching(/^Database: .*ECONNREFUSED/),
    ])
    const empty = await kind.open()
    expect(await found({ QUATRAIN_DATABASE_URL: String(empty.url) })).toEqual([
      'Database: The database is not set up: run `quatrain migrate`.',
    ])
    await empty.close()
  })

  test('names the secrets that the secret of the server does not open', async () => {
    const errors = await found({ QUATRAIN_SECRET: 'another secret of the same length' })
    expect(errors).toContain(
      'Secrets: the token of the key WEB-API-NORTH (webapi) of NORTH: neither QUATRAIN_SECRET nor QUATRAIN_SECRET_PREVIOUS opens it.',
    )
    const rotated = { QUATRAIN_SECRET: 'another secret of the same length', QUATRAIN_SECRET_PREVIOUS: secret }
    expect(await found(rotated)).toEqual([])
  })

  test('says that the mail server, the receiver of the activity log or the Web API cannot be reached', async () => {
    const port = await freePort()
    const away = {
      QUATRAIN_SMTP_URL: `smtp://localhost:${port}`,
      QUATRAIN_MAIL_FROM: 'Quatrain <quatrain@example.org>',
      QUATRAIN_AUDIT_SYSLOG: `localhost:${port}`,
      QUATRAIN_WEBAPI_URL: `http://localhost:${port}`,
    }
    expect(await found(away)).toEqual([
      expect.stringMatching(
        `^Audit export: The receiver of the activity log localhost:${port} cannot be used: .*ECONNREFUSED`,
      ),
      expect.stringMatching(`^Mail: The mail server localhost:${port} cannot be used: `),
      expect.stringMatching(`^Web API: The Web API does not answer at http://localhost:${port}: `),
    ])
  })

  test('names the tenants whose keys the Web API refuses, and an installation without superusers', async () => {
    const keys = server.owner.updateTable('api_keys').where('name', '=', 'WEB-API-NORTH')
    await keys.set({ revoked: true }).execute()
    const { id } = await server.owner
      .selectFrom('tenants')
      .select('id')
      .where('schema_name', '=', 'public')
      .executeTakeFirstOrThrow()
    const people = server.owner.updateTable('users').where('tenant_id', '=', id).where('is_superuser', '=', true)
    await people.set({ is_active: false }).execute()
    expect(await found()).toEqual([
      'Contents: The super-tenant has no active superuser: run `quatrain superuser create --tenant all …`.',
      'Web API: NORTH: profiles and reports cannot be read or saved: The key WEB-API-NORTH for the Web API is missing or revoked. ' +
        'Store the token that the Web API has issued: ' +
        'npm run quatrain -- token create --tenant NORTH --kind webapi --name WEB-API-NORTH --token <token>',
    ])
    await keys.set({ revoked: false }).execute()
    await people.set({ is_active: true }).execute()
    expect(await found()).toEqual([])
  })
})
