import { readdir } from 'node:fs/promises'
import type { Database } from '@quatrain/platform/database/database.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OperatorError } from '#kit/operator.ts'
import { aDowntime, aGroup, anEndpoint } from '#test/builders.ts'
import { callable } from '#test/web-api.ts'
import { webApiProgram } from './program.ts'

let types = 0
const plain = (entries: readonly object[]): unknown => entries

/** The lists of which operators can restore versions. */
const lists = [
  {
    command: 'service-types',
    path: 'topology/service-types',
    entry: () => ({ name: `type${types++}`, title: 'Portal' }),
    bodyOf: plain,
  },
  {
    command: 'downtimes',
    path: 'downtimes',
    entry: () => aDowntime({ hostname: `host${types++}.example.org` }),
    bodyOf: (endpoints: readonly object[], use?: 'read') => (use ? [{ endpoints }] : { endpoints }),
  },
  { command: 'groups', path: 'topology/groups', entry: aGroup, bodyOf: plain },
  { command: 'endpoints', path: 'topology/endpoints', entry: anEndpoint, bodyOf: plain },
]

describe.each(databases)("the operator's commands on $name", ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const run = async (words: string, agrees = true) => {
    const lines: string[] = []
    const program = webApiProgram({
      open: async () => ({ ...database, close: async () => {} }),
      print: (line) => lines.push(line),
      confirm: async (question) => {
        if (!agrees) throw new OperatorError(`refused: ${question}`)
      },
    })
    await program.parseAsync(words.split(' '), { from: 'user' })
    return lines
  }

  test('set up a database, a tenant and a key, and take them away again', async () => {
    const files = (await readdir(new URL('../../migrations', import.meta.url))).sort()
    const names = files.map((file) => file.replace('.sql', ''))
    expect(await run('migrate')).toEqual([`Migrated: ${names.join(', ')}`])
    expect(await run('migrate')).toEqual(['Nothing to migrate.'])

    expect(await run('tenant create ORCHARD')).toEqual(['Tenant ORCHARD created.'])
    expect(await run('tenant list')).toEqual([expect.stringMatching(/^ORCHARD\t20/)])

    expect(await run('key create ORCHARD console editor')).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect(await run('key list ORCHARD')).toEqual([expect.stringMatching(/^console\teditor\t\S+\tin use$/)])
    await expect(run('key revoke ORCHARD console', false)).rejects.toThrow('refused: Revoke the key console')
    expect(await run('key revoke ORCHARD console')).toEqual(['Key console of the tenant ORCHARD revoked.'])
    expect(await run('key list ORCHARD')).toEqual([expect.stringMatching(/^console\teditor\t\S+\trevoked 20/)])

    await expect(run('tenant delete ORCHARD', false)).rejects.toThrow('refused: Delete the tenant ORCHARD')
    expect(await run('tenant delete ORCHARD --yes', false)).toEqual(['Tenant ORCHARD deleted.'])
    await expect(run('tenant delete ORCHARD --yes')).rejects.toThrow('There is no tenant ORCHARD.')
  })

  test.each(lists)('list every version of $command, and restore one', async ({ command, path, entry, bodyOf }) => {
    await run('migrate')
    const tenant = `T-${command}`
    await run(`tenant create ${tenant}`)
    await run(`tenant create OTHER-${command}`)
    const token = (await run(`key create ${tenant} feed editor`))[0] ?? ''
    const { call, app } = await callable(database)
    const request = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', body?: unknown) =>
      call(method, path, { key: token, ...(body !== undefined && { body }) })
    const [kept, dropped, other] = [entry(), entry(), entry()]
    const isCurrent = async (entries: readonly object[]) => {
      const { status, body } = await request('GET')
      expect({ status, body }).toMatchObject({ status: 200, body: { data: bodyOf(entries, 'read') } })
    }
    await request('POST', bodyOf([kept, dropped]))
    await request('PUT', bodyOf([kept, other]))
    await request('DELETE')
    await call('POST', `${path}?date=2026-07-02`, { key: token, body: bodyOf([kept]) })

    const versions = [
      expect.stringMatching(/^2026-07-01\t1\t2\t2026-07-01T12\S+\tfeed$/),
      expect.stringMatching(/^2026-07-01\t2\t2\t2026-07-01T12\S+\tfeed$/),
      expect.stringMatching(/^2026-07-01\t3\tdeleted\t/),
    ]
    const later = expect.stringMatching(/^2026-07-02\t1\t1\t/)
    expect(await run(`${command} list ${tenant}`)).toEqual([...versions, later])
    expect(await run(`${command} list ${tenant} 2026-07-01`)).toEqual(versions)
    for (const other of [`${tenant} 2026-07-03`, `${tenant} nonsense`, `OTHER-${command}`]) {
      expect(await run(`${command} list ${other}`)).toEqual([])
    }

    await expect(run(`${command} restore ${tenant} 2026-07-01 1`, false)).rejects.toThrow('refused: Restore version 1')
    for (const words of ['2026-07-01 3', '2026-07-02 2', 'nonsense 1', '2026-07-01 x']) {
      for (const option of ['--yes', '--dry-run']) {
        await expect(run(`${command} restore ${tenant} ${words} ${option}`)).rejects.toThrow(
          `The tenant ${tenant} has no version`,
        )
      }
    }
    await expect(run(`${command} restore OTHER-${command} 2026-07-01 1 --yes`)).rejects.toThrow('has no version 1')

    const deleted = await request('GET')
    const preview = async () => (await run(`${command} restore ${tenant} 2026-07-01 1 --dry-run`, false)).join('\n')
    expect(await preview()).toMatch(/^Version 1 for 2026-07-01: 2 .+, written at 2026-07-01T12\S+ with the key feed\./)
    expect(await preview()).toMatch(/would add 2 .+ remove 0\.$/)
    expect((await request('GET')).text).toBe(deleted.text)

    await run(`${command} restore ${tenant} 2026-07-01 2 --yes`)
    await isCurrent([kept, other])
    expect(await preview()).toMatch(/would add 1 .+ remove 1\.$/)
    await isCurrent([kept, other])
    await run(`${command} restore ${tenant} 2026-07-01 1 --yes`)
    await isCurrent([kept, dropped])
    expect((await run(`${command} list ${tenant} 2026-07-01`)).slice(3)).toEqual([
      expect.stringMatching(/^2026-07-01\t4\t2\t\S+\toperator$/),
      expect.stringMatching(/^2026-07-01\t5\t2\t\S+\toperator$/),
    ])
    await app.close()
  })

  test('permit a data feed, list it and withdraw it', async () => {
    await run('migrate')
    for (const name of ['UNION', 'BAY', 'COVE']) await run(`tenant create ${name}`)
    expect(await run('feed permit UNION COVE')).toEqual(['UNION may read the data of COVE.'])
    for (const _ of ['once', 'twice']) await run('feed permit UNION BAY')
    expect(await run('feed list UNION')).toEqual(['BAY', 'COVE'])
    expect(await run('feed list BAY')).toEqual([])
    await expect(run('feed permit UNION NOBODY')).rejects.toThrow('There is no tenant NOBODY.')
    await expect(run('feed withdraw UNION BAY', false)).rejects.toThrow(
      'refused: Remove BAY from the data feed of UNION?',
    )
    expect(await run('feed withdraw UNION BAY -y')).toEqual(['UNION can no longer read the data of BAY.'])
    expect(await run('feed list UNION')).toEqual(['COVE'])
  })

  test('set up an administrator, and take the key away again', async () => {
    await run('migrate')
    expect(await run('administrator create console')).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect(await run('administrator list')).toEqual([expect.stringMatching(/^console\t\S+\tin use$/)])
    await expect(run('administrator revoke console', false)).rejects.toThrow(
      'refused: Revoke the key of the administrator',
    )
    expect(await run('administrator revoke console -y')).toEqual(['Key of the administrator console revoked.'])
    expect(await run('administrator list')).toEqual([expect.stringMatching(/^console\t\S+\trevoked 20/)])
  })
})
