import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@quatrain/platform/database/database.ts'
import { sql } from 'kysely'
import { archiveActivity, type Options } from '#features/activity-archives/archive-activity.ts'
import type { NewArchive } from '#features/activity-archives/archive-next.ts'
import { contextOfAll } from '#features/tenants/operator.ts'
import { keptSince } from '#kit/recording/activity-archives.ts'
import { type Host, type TestApp, whatever } from './test-app.ts'

const tables = ['activity', 'versions', 'activity_archives']

/** Seconds of the longest month. */
export const aMonth = 31 * 86_400

/** A folder for archives, and the command that fills it. */
export async function archivesOf(server: TestApp) {
  const folder = await mkdtemp(join(tmpdir(), 'quatrain-archives-'))
  const options = (): Options => ({
    folder,
    before: keptSince(1, server.clock.now()),
    now: server.clock.now,
    receivers: [],
    contextIn: (inside) => contextOfAll({ name: 'root', now: server.clock.now }, inside),
  })
  return {
    folder,
    options,
    async archive(given: Partial<Options> = {}, database: Database = server.database) {
      const archived: (NewArchive & { readonly name: string })[] = []
      const waiting: string[] = []
      await archiveActivity(
        database,
        { ...options(), ...given },
        {
          archived: ({ name }, archive) => archived.push({ ...archive, name }),
          waiting: ({ name }, { number, receiver }) => waiting.push(`${name} after ${number} for ${receiver}`),
        },
      )
      return { archived, waiting }
    },
    /** From now on, `reset` returns to the present rows, without any archive. */
    keep: () => run(server, (table) => `create table kept_${table} as select * from ${table}`),
    async reset() {
      await rm(folder, { recursive: true })
      await mkdir(folder)
      await run(
        server,
        (table) => `alter table ${table} disable trigger user; delete from ${table};
          insert into ${table} select * from kept_${table}; alter table ${table} enable trigger user`,
      )
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

const run = (server: TestApp, statement: (table: string) => string) =>
  sql.raw(tables.map(statement).join('; ')).execute(server.owner)

/**
 * Three months, of which the last one and the current one stay: the profile `busy` is changed in each, `quiet` and `deleted`
 * only in the first one. Only NORTH has the later months; the tenant SOUTH is idle after the first.
 */
export async function writeHistory(server: TestApp): Promise<void> {
  const save = async (method: string, path: string, body?: unknown, host: Host = 'north.test') => {
    const { status } = await (await server.as('admin', host)).send(method, path, body, whatever)
    if (status > 299) throw new Error(`${method} ${path}: ${status}`)
  }
  const profile = { groupname: 'operations', description: '', services: [] }
  const id = async (name: string): Promise<string> =>
    (await (await server.as('admin')).send('GET', `metricprofiles/${name}`)).body.apiid
  const change = async (description: string) =>
    save('PUT', 'metricprofiles', { ...profile, name: 'busy', apiid: await id('busy'), description })
  for (const name of ['busy', 'quiet', 'deleted']) await save('POST', 'metricprofiles', { ...profile, name })
  for (const name of ['a', 'b']) await save('POST', 'metricprofiles', { ...profile, name }, 'south.test')
  for (const description of ['second', 'third']) await change(description)
  await save('DELETE', `metricprofiles/${await id('deleted')}`)
  server.clock.pass(aMonth)
  for (const description of ['fourth', 'fifth']) await change(description)
  server.clock.pass(aMonth)
  await change('sixth')
  server.clock.pass(aMonth)
}
