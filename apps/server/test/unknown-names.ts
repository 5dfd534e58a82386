import { internalApi } from '@quatrain/contract/kit/addresses.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { namesIn, type Reference, references } from '@quatrain/contract/resources/references.ts'
import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import type { Host, TestApp } from './test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind.
type Fields = Readonly<Record<string, any>>

const hosts: readonly Host[] = ['super.test', 'north.test', 'south.test']

/** Lists have only the newest version of probes and packages; the others are referred to by their ids. */
const withVersions = ['probe', 'package']

/** References to objects that users can rename or delete. */
const followed = references.filter(
  ({ renamed, deleted, to }) =>
    (renamed || deleted === 'removed' || deleted === 'refused') && !withVersions.includes(to),
)

/** How references name a version of a package or of a probe, and a repo. */
export const labelOf = ({ name, version, tag }: Fields): string => `${name} (${version ?? tag})`

export const nameOf = ({ name, username }: Fields): string => String(name ?? username)

/**
 * Every name that an answer contains and that no object of its host has: `NORTH metric passive: parent web.http`. The
 * answers are all objects of all kinds with references, their public pages, what boxes read, and what the Web API has.
 */
export async function unknownNames(server: TestApp): Promise<string[]> {
  const found: string[] = []
  for (const host of hosts) {
    const [read, readPublic] = [readerOf(server, host), readerOf(server, host, 'public_')]
    const known = new Map<string, ReadonlySet<string> | undefined>()
    const namesOf = async (kind: string) => {
      if (!known.has(kind)) known.set(kind, await read.names(kind))
      return known.get(kind)
    }
    const check = async (object: Fields, fields: readonly Reference[], where: string) => {
      for (const reference of fields) {
        const names = await namesOf(reference.to)
        for (const { name } of namesIn(object, reference)) {
          if (names && !names.has(name)) found.push(`${host} ${where}: ${reference.field} ${name}`)
        }
      }
    }
    for (const { kind, published } of allResources as readonly Resource[]) {
      const fields = followed.filter(({ from }) => from === kind)
      if (fields.length === 0) continue
      for (const object of await read.all(kind)) await check(object, fields, `${kind} ${nameOf(object)}`)
      for (const object of published ? await readPublic.all(kind) : [])
        await check(object, fields, `public ${kind} ${nameOf(object)}`)
    }
    if (host === 'super.test') continue
    for (const [kind, objects] of Object.entries(await read.outside())) {
      const fields = followed.filter(({ from, to }) => from === kind && to === 'metric')
      for (const object of objects) await check(object, fields, `outside ${kind} ${object.name}`)
    }
  }
  return found.sort()
}

/** The body of a read and the document of a version call these lists differently. */
export const asDocument = (body: Fields): Fields => ({
  ...body,
  metricinstances: body.services,
  items: body.result,
  combinedFrom: body.combined_from,
  metrics: body.metrics?.map((metric: string | Fields) => (typeof metric === 'string' ? metric : nameOf(metric))),
})

/** Reads as an administrator of the host, or the public pages as anybody; each list once. */
export function readerOf(server: TestApp, host: Host, prefix: '' | 'public_' = '') {
  const send = async (path: string) => (await server.as(prefix ? undefined : 'admin', host)).send('GET', path)
  const resources = new Map<string, Resource>(allResources.map((resource) => [resource.kind, resource]))

  const lists = new Map<string, Promise<Fields[] | undefined>>()
  function rowsOf(resource: Resource): Promise<Fields[] | undefined> {
    const rows = lists.get(resource.kind) ?? readRows(resource)
    lists.set(resource.kind, rows)
    return rows
  }
  async function readRows({ path, listPath = path }: Resource): Promise<Fields[] | undefined> {
    const { status, body } = await send(`${prefix}${listPath}`)
    return status === 200 && Array.isArray(body) ? body : undefined
  }

  /** Undefined where the host has no such kind. */
  async function names(kind: string): Promise<ReadonlySet<string> | undefined> {
    const resource = resources.get(kind)
    const rows = resource && (await rowsOf(resource))
    return rows && new Set(rows.flatMap((row) => [nameOf(row), labelOf(row)]))
  }

  /** All objects of a kind; none where the host has no such kind. */
  async function all(kind: string): Promise<Fields[]> {
    const resource = resources.get(kind)
    if (!resource) return []
    const rows = (await rowsOf(resource)) ?? []
    // The public page of an object is read by the same function as its page for members.
    const readAlone = new Set(prefix ? oneOfEachKind(rows, () => kind) : rows)
    const objects = rows.filter((row) => !readAlone.has(row))
    for (const row of readAlone) {
      const { status, body } = await send(
        `${internalApi}/${prefix}${resource.path}/${encodeURIComponent(keyIn(row, resource.key.read))}`,
      )
      objects.push(status === 200 ? { ...row, ...asDocument(body) } : row)
    }
    return objects
  }

  /** What boxes and the Web API have of a tenant, as documents of the console. */
  async function outside(): Promise<Readonly<Record<string, Fields[]>>> {
    const box = server.box(host === 'north.test' ? 'box-NORTH' : 'box-SOUTH', host)
    const ofBox = async (path: string) => (await box.send('GET', `/api/v2/${path}`)).body
    const ofWebApi = async (path: string): Promise<Fields[]> => (await send(`/api/v2/webapi/${path}`)).body.data
    const checks: Fields[] = await ofBox('metrics')
    return {
      metric: checks.flatMap((check) =>
        Object.entries(check).map(([name, { parent, dependency }]) => ({
          name,
          parent,
          dependancy: Object.keys(dependency).map((key) => ({ key })),
        })),
      ),
      metricoverride: Object.entries<Fields>(await ofBox('metricoverrides')).map(([name, lists]) => ({
        name,
        ...lists,
      })),
      thresholdsprofile: await ofWebApi('thresholds_profiles'),
      metricprofile: (await ofWebApi('metric_profiles')).map(({ name, services }) => ({
        name,
        metricinstances: services.flatMap(({ metrics }: Fields) => metrics.map((metric: string) => ({ metric }))),
      })),
    }
  }
  return { all, names, outside }
}
