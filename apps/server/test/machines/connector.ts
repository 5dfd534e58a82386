import { ask, expectReply, pythonJson, RunFailed, type Way } from './ask.ts'

// Connectors fetch the topology, weights and downtimes of a tenant from its own sources, and write them to the Web API.

/** The run ended between the delete and the second write. */
export class Died extends RunFailed {}

export interface ServiceType {
  readonly name: string
  readonly description: string
  readonly tags?: readonly string[]
}

export interface Weights {
  readonly name: string
  readonly weight_type: string
  readonly group_type: string
  readonly groups: readonly { readonly name: string; readonly value: number }[]
}

export interface Connector {
  /** Groups or endpoints of a day. */
  writeTopology(list: 'groups' | 'endpoints', day: string, rows: readonly object[]): Promise<void>
  /** Service types of a day: those of the source, and those of the console as they are. */
  writeServiceTypes(day: string, types: readonly ServiceType[], isInitial: boolean): Promise<void>
  writeWeights(day: string, weights: Weights): Promise<void>
  writeDowntimes(day: string, endpoints: readonly object[]): Promise<void>
  /** A row for each metric of each service of these profiles. Throws if there is no profile with a name. */
  readMetricProfiles(names: readonly string[]): Promise<readonly ProfileRow[]>
}

export interface ProfileRow {
  readonly profile: string
  readonly service: string
  readonly metric: string
}

/** A connector with a key of the Web API. `dies` says whether the process ends after it deleted a day's list at a path. */
export function connectorOn(origin: string, key: string, dies: (path: string) => boolean = () => false): Connector {
  const way: Way = { origin, headers: { 'x-api-key': key, accept: 'application/json' } }
  const at = (path: string, day?: string) => `/api/v2/${path}${day === undefined ? '' : `?date=${day}`}`

  /** Writes the day; if it is taken, reads it, deletes it and writes again. */
  async function replaceDay(path: string, day: string, content: unknown, readsFirst: boolean): Promise<void> {
    const body = pythonJson(content)
    const first = await ask(way, 'POST', at(path, day), body)
    if (first.status === 201 && first.text !== '') return
    if (first.status !== 409) throw new RunFailed(`${first.status} ${messageOf(first.text)}`)
    if (messageOf(first.text) === '') throw new RunFailed('409 without a message')
    if (readsFirst) await expectReply(ask(way, 'GET', at(path, day)), 200)
    await expectReply(ask(way, 'DELETE', at(path, day)), 200)
    if (dies(path)) throw new Died(`died before the second write of ${path}`)
    await expectReply(ask(way, 'POST', at(path, day), body), 201)
  }

  return {
    writeTopology: (list, day, rows) => replaceDay(`topology/${list}`, day, rows, true),

    async writeServiceTypes(day, types, isInitial) {
      const known = await ask(way, 'GET', at('topology/service-types', day))
      if (known.status === 404 && !isInitial) throw new RunFailed('there are no service types')
      const stored: readonly ServiceType[] = known.status === 404 ? [] : JSON.parse(known.text).data
      // Without tags an entry counts as one of the console. Titles are not known to connectors.
      const ofConsole = stored.filter(({ tags }) => (tags?.[0] ?? 'poem') === 'poem')
      const carried = ofConsole.map(({ name, description, tags }) => ({ name, description, tags: tags ?? ['poem'] }))
      const fetched = types.map((type) => ({ ...type, tags: ['topology'] }))
      await replaceDay('topology/service-types', day, [...fetched, ...carried], true)
    },

    async writeWeights(day, weights) {
      const body = pythonJson(weights)
      const first = await ask(way, 'POST', at('weights', day), body)
      if (first.status === 201) return
      if (first.status !== 409) throw new RunFailed(`${first.status} ${first.text}`)
      if (!JSON.parse(first.text).errors[0].details) throw new RunFailed('409 without details')
      const { data } = await expectReply(ask(way, 'GET', at('weights')), 200)
      const same = data.find(({ name }: Weights) => name === weights.name)
      await expectReply(ask(way, 'PUT', `${at('weights')}/${same.id}`, body), 200)
    },

    writeDowntimes: (day, endpoints) => replaceDay('downtimes', day, { endpoints }, false),

    async readMetricProfiles(names) {
      const { data } = await expectReply(ask(way, 'GET', at('metric_profiles')), 200)
      const profiles: readonly MetricProfile[] = data
      return names.flatMap((name) => {
        const found = profiles.find((profile) => profile.name === name)
        if (!found) throw new RunFailed(`no metric profile ${name}`)
        return found.services.flatMap(({ service, metrics }) =>
          metrics.map((metric) => ({ profile: name, service, metric })),
        )
      })
    },
  }
}

interface MetricProfile {
  readonly name: string
  readonly services: readonly { readonly service: string; readonly metrics: readonly string[] }[]
}

/** Connectors read `status.message`, or else `message`. */
function messageOf(text: string): string {
  const body = JSON.parse(text)
  return body.status?.message ?? body.message ?? ''
}
