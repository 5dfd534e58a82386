import { readdir } from 'node:fs/promises'
import type { Database } from '@quatrain/platform/database/database.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OperatorError } from '#kit/operator.ts'
import { aDowntime } from '#test/builders.ts'
import { callable } from '#test/web-api.ts'
import { webApiProgram } from './program.ts'

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

  test('list every version of a list of service types, and restore one', async () => {
    await run('migrate')
    await run('tenant create QUAY')
    const token = (await run('key create QUAY feed editor'))[0] ?? ''
    const { call, app } = await callable(database)
    const request = (method: 'GET' | 'POST' | 'DELETE', body?: unknown) =>
      call(method, 'topology/service-types', { key: token, ...(body !== undefined && { body }) })
    await request('POST', [{ name: 'web', title: 'Portal' }])
    await request('DELETE')

    expect(await run('service-types list QUAY')).toEqual([
      expect.stringMatching(/^2026-07-01\t1\t1\t2026-07-01T12\S+\tfeed$/),
      expect.stringMatching(/^2026-07-01\t2\tdeleted\t/),
    ])
    await expect(run('service-types restore QUAY 2026-07-01 1', false)).rejects.toThrow('refused: Restore version 1')
    for (const words of ['2026-07-01 2', '2026-07-02 1', 'nonsense 1', '2026-07-01 x']) {
      await expect(run(`service-types restore QUAY ${words} --yes`)).rejects.toThrow('The tenant QUAY has no version')
    }
    expect(await request('GET')).toMatchObject({ status: 404 })
    await run('service-types restore QUAY 2026-07-01 1 --yes')
    expect(await request('GET')).toMatchObject({ body: { data: [{ name: 'web', title: 'Portal' }] } })
    expect(await run('service-types list QUAY')).toHaveLength(3)
    await app.close()
  })

  test('list every version of the downtimes of a day, and restore one', async () => {
    await run('migrate')
    await run('tenant create PIER')
    const token = (await run('key create PIER feed editor'))[0] ?? ''
    const { call, app } = await callable(database)
    const downtimes = { endpoints: [aDowntime()] }
    await call('POST', 'downtimes', { key: token, body: downtimes })
    await call('DELETE', 'downtimes', { key: token })
    expect(await run('downtimes list PIER')).toEqual([
      expect.stringMatching(/^2026-07-01\t1\t1\t2026-07-01T12\S+\tfeed$/),
      expect.stringMatching(/^2026-07-01\t2\tdeleted\t/),
    ])
    await run('downtimes restore PIER 2026-07-01 1 --yes')
    expect(await call('GET', 'downtimes', { key: token })).toMatchObject({ body: { data: [downtimes] } })
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
