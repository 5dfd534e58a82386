import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorOn } from '#kit/operator.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'
import { addAdministrator, findAdministrators, provisionAdministrator, revokeAdministrator } from './administrators.ts'

describe.each(databases)('administrators on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())
  const opens = async (key: string) => (await api.call('GET', 'admin/metrics', { key })).status === 200

  test('have a key until it is revoked; then the name can be used again', async () => {
    const operator = operatorOn(api.database)
    const first = await addAdministrator(operator, 'console')
    expect(await opens(first)).toBe(true)
    await expect(addAdministrator(operator, 'console')).rejects.toThrow('There is already an administrator console.')
    await expect(addAdministrator(operator, ' ')).rejects.toThrow('An administrator needs a name.')

    await revokeAdministrator(operator, 'console')
    expect(await opens(first)).toBe(false)
    await expect(revokeAdministrator(operator, 'console')).rejects.toThrow(
      'There is no administrator console with a key in use.',
    )
    const second = await addAdministrator(operator, 'console')
    expect([await opens(first), await opens(second)]).toEqual([false, true])
  })

  test('are provisioned with a token, again without any change, or with another one', async () => {
    const names = async () => (await findAdministrators(operatorOn(api.database))).map(({ name }) => name)
    await provisionAdministrator(api.database, { name: 'robot', token: 'first token' })
    await provisionAdministrator(api.database, { name: 'robot', token: 'first token' })
    expect(await opens('first token')).toBe(true)
    expect((await names()).filter((name) => name === 'robot')).toEqual(['robot'])
    await provisionAdministrator(api.database, { name: 'robot', token: 'second token' })
    expect([await opens('first token'), await opens('second token')]).toEqual([false, true])
    await expect(provisionAdministrator(api.database, { name: 'robot', token: '' })).rejects.toThrow('needs a token')
  })
})
