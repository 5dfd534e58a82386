import type { Database } from '@quatrain/platform/database/database.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OperatorError } from '#kit/operator.ts'
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
    expect(await run('migrate')).toEqual([
      'Migrated: 0001_tenancy, 0002_metric_profiles, 0003_service_types, 0004_aggregation_profiles, 0005_reports, ' +
        '0006_metric_tags, 0007_data_feeds, 0013_serving_login',
    ])
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
