import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/test-app.ts'
import { addToy, changeToy, deleteToy, prepareToys, toyAggregations } from '#test/toy-aggregations.ts'

test.each(bothDatabases)('a kind with an adapter is written to both stores, on $name', async (kind) => {
  const server = await startTestApp(kind)
  await prepareToys(server)
  const ctx = () => server.context('NORTH')
  const { aggregationProfiles } = (await ctx()).webApi
  const remote = async () =>
    (await aggregationProfiles.list()).map(({ name, namespace, metric_operation, metric_profile }) => {
      return [name, namespace, metric_operation, metric_profile.name]
    })
  const local = async () =>
    (await toyAggregations.findAll((await ctx()).db)).map(({ name, operation }) => [name, operation])

  await addToy(await ctx(), { name: 'one', operation: 'AND' })
  expect(await remote()).toEqual([['one', 'NORTH', 'AND', 'base']])
  expect(await local()).toEqual([['one', 'AND']])

  // Fields that the console does not know keep the values of other clients.
  const [item] = await aggregationProfiles.named('one')
  if (!item) throw new Error('It was not added.')
  const { id: apiid, date: _, ...document } = item
  await aggregationProfiles.change(apiid, { ...document, namespace: 'theirs' }, undefined)
  await changeToy(await ctx(), { name: 'one', operation: 'OR', apiid: apiid.toUpperCase() })
  expect(await remote()).toEqual([['one', 'theirs', 'OR', 'base']])
  expect(await local()).toEqual([['one', 'OR']])

  await deleteToy(await ctx(), apiid)
  expect(await remote()).toEqual([])
  expect(await local()).toEqual([])

  // A client that sends the id has written to the Web API already.
  const brought = await aggregationProfiles.add({ ...document, name: 'two' })
  await addToy(await ctx(), { name: 'two', operation: 'AND', apiid: brought })
  expect(await local()).toEqual([['two', 'AND']])
  await expect(deleteToy(await ctx(), 'no id')).rejects.toMatchObject({ code: 'not_found' })
  await server.close()
})
