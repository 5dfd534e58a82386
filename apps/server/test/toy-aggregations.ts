import { webApiAggregationProfile } from '@quatrain/contract/web-api/aggregation-profiles.ts'
import { alreadyExists, notFound } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import { record } from '#kit/recording/recorder.ts'
import {
  addToBothStores,
  type BothStores,
  changeInBothStores,
  type Identity,
  recoverBothStores,
  removeFromBothStores,
  type Which,
} from '#kit/two-stores/both-stores.ts'
import { remoteObjects } from '#kit/two-stores/remote-objects.ts'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { TestApp } from './test-app.ts'

// A second kind in both stores: aggregation profiles of the real Web API, and a table that only tests have. They refer
// to a metric profile, whose name the Web API sets, and they keep a field that the console never sets.

interface Content {
  readonly name: string
  readonly operation: string
}

type Stored = Content & Identity & { readonly id: number }

const kind = 'toyaggregation'

/** The metric profile that it refers to; `prepareToys` adds one. */
let metricProfileId = ''

const label = { one: 'aggregation toy' }

const remote = remoteObjects('aggregationProfiles', {
  label,
  item: webApiAggregationProfile,
  toRemote: ({ name, operation }: Content, { current }) => ({
    name,
    namespace: current?.namespace ?? 'NORTH',
    endpoint_group: 'sites',
    metric_operation: operation,
    profile_operation: 'AND',
    metric_profile: { id: metricProfileId, name: '' },
    groups: [{ name: 'all', operation: 'OR', services: [{ name: 'web', operation }] }],
  }),
  fromRemote: async (_, { name, metric_operation: operation }) => ({ name, operation }),
  comparable: ({ metric_profile: { id }, ...members }) => ({ ...members, metric_profile: id }),
})

export const toyAggregations = {
  resource: { kind, label },
  remote,
  find: async (db: Db, which: Which) =>
    (await findAll(db)).find((toy) => ('name' in which ? toy.name === which.name : toy.apiid === which.apiid)),
  findAll,
} satisfies BothStores<Content>

async function findAll(db: Db): Promise<Stored[]> {
  const { rows } = await sql<Stored>`select id, apiid::text, name, operation from toy_aggregations order by id`.execute(
    db,
  )
  return rows
}

const references = [{ resource: { kind: 'metricprofile', label: { one: 'metric profile' } }, key: 'base' }]

export const addToy = (ctx: Context, input: Content & { readonly apiid?: string }) =>
  addToBothStores(ctx, toyAggregations, input, {
    references,
    async prepare(ctx) {
      const { name, operation } = input
      if (await toyAggregations.find(ctx.db, { name })) throw alreadyExists('Toy', 'name')
      return async (ctx, apiid) => {
        const { rows } = await sql<{ id: number }>`
          insert into toy_aggregations (apiid, name, operation) values (${apiid}, ${name}, ${operation}) returning id
        `.execute(ctx.db)
        await record(
          ctx,
          rows.map(({ id }) => ({ kind, id, name, after: { name, operation } })),
        )
      }
    },
  })

export function changeToy(ctx: Context, given: Content & Identity) {
  const { name, operation, apiid } = { ...given, apiid: given.apiid.toLowerCase() }
  return changeInBothStores(
    ctx,
    toyAggregations,
    { name, operation, apiid },
    {
      references,
      async prepare(ctx) {
        const { id, operation: before } = await found(ctx, apiid)
        return async (ctx) => {
          await sql`update toy_aggregations set operation = ${operation} where id = ${id}`.execute(ctx.db)
          await record(ctx, [{ kind, id, name, before: { name, operation: before }, after: { name, operation } }])
        }
      },
    },
  )
}

const remove = async (ctx: Context, { id, name, operation }: Stored) => {
  await sql`delete from toy_aggregations where id = ${id}`.execute(ctx.db)
  await record(ctx, [{ kind, id, name, before: { name, operation } }])
}

export const deleteToy = (ctx: Context, apiid: string) =>
  removeFromBothStores(ctx, toyAggregations, apiid, async (ctx, apiid) => {
    const toy = await found(ctx, apiid)
    return { write: (ctx) => remove(ctx, toy) }
  })

async function found({ db }: Context, apiid: string): Promise<Stored> {
  const toy = await toyAggregations.find(db, { apiid })
  if (!toy) throw notFound('Toy')
  return toy
}

export const toyRecoveries = {
  [kind]: recoverBothStores(toyAggregations, async (ctx, apiid) => {
    const toy = await toyAggregations.find(ctx.db, { apiid })
    if (toy) await remove(ctx, toy)
  }),
}

/** Creates the table, and the metric profile that they refer to. */
export async function prepareToys(server: TestApp): Promise<void> {
  await sql`
    create table toy_aggregations
      (id integer generated always as identity, apiid uuid primary key, name text unique, operation text)
  `.execute(server.owner)
  await sql`grant all on toy_aggregations to quatrain_app`.execute(server.owner)
  const base = {
    name: 'base',
    groupname: 'operations',
    description: '',
    services: [{ service: 'web', metric: 'disk' }],
  }
  metricProfileId = (await (await server.as('admin')).send('POST', 'metricprofiles', base)).body.apiid
}
