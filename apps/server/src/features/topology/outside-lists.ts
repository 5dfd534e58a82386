import { hostOf } from '@quatrain/contract/resources/metric-override.ts'
import type { ComparedLists } from '#kit/references/compared-lists.ts'
import type { TopologyReads } from './topology.reads.ts'

/** With more new names, the whole list is read: an address cannot be of any length. */
const maxFiltered = 50

type Filter = Readonly<Record<string, readonly string[]>>

const filterOf = (names: readonly string[], filter: Filter): Filter => (names.length > maxFiltered ? {} : filter)

/** The service types, hosts and groups of endpoints that names in documents are compared with. Without a list of today, none is missing. */
export const outsideLists = ({
  endpoints,
  serviceTypes,
}: TopologyReads): Pick<ComparedLists, 'servicetype' | 'host' | 'endpointgroup'> => ({
  servicetype: {
    label: 'Service types',
    async findMissing(ctx, names) {
      const types = (await serviceTypes(ctx, {})) ?? []
      return types.length === 0
        ? []
        : notAmong(
            names,
            types.map(({ name }) => name),
          )
    },
    sentence: (names) => `There is no service type ${names}.`,
  },
  host: {
    label: 'Hosts',
    async findMissing(ctx, names) {
      const hosts = [...new Set(names.flatMap((name) => [name, hostOf(name)]))]
      const rows = await endpoints(ctx, filterOf(names, { hostname: hosts }))
      return rows
        ? notAmong(
            names,
            rows.flatMap(({ hostname, service }) => [hostname, `${service}__${hostname}`]),
          )
        : []
    },
    sentence: (names) => `The topology of today does not have the host ${names}.`,
  },
  endpointgroup: {
    label: 'Groups of endpoints',
    async findMissing(ctx, names) {
      const rows = await endpoints(ctx, filterOf(names, { group: names }))
      return rows
        ? notAmong(
            names,
            rows.map(({ group }) => group),
          )
        : []
    },
    sentence: (names) => `The topology of today does not have the group ${names}.`,
  },
})

function notAmong(names: readonly string[], listed: readonly string[]): string[] {
  const listedNames = new Set(listed)
  return names.filter((name) => !listedNames.has(name))
}
