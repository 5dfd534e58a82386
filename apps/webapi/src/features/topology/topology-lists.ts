import { type TopologyKind, topologyFields, webApiEndpoint, webApiGroup } from '@quatrain/contract/web-api/topology.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'

/** One of the two lists of a topology: its address, its fields and its tables. */
export interface TopologyList {
  readonly kind: TopologyKind
  /** The texts that identify a row, in the order in which they are written. */
  readonly fields: (typeof topologyFields)[TopologyKind]
  readonly rows: RawBuilder<unknown>
  readonly tags: RawBuilder<unknown>
  /** The schema of a row in responses. */
  readonly item: z.ZodType
  /** The schema of a row in bodies, which `readRow` reads without it. */
  readonly body: z.ZodType
}

const listOf = (kind: TopologyKind, item: z.ZodType, body: z.ZodType, table: string): TopologyList => ({
  kind,
  fields: topologyFields[kind],
  rows: sql.table(`topology_${table}s`),
  tags: sql.table(`topology_${table}_tags`),
  item,
  body,
})

export const groups = listOf('groups', webApiGroup, webApiGroup.omit({ date: true }), 'group')
export const endpoints = listOf('endpoints', webApiEndpoint, webApiEndpoint.omit({ date: true }), 'endpoint')

export const topologyLists = [groups, endpoints] as const
