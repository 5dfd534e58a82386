import type { WebApiReportGroup, WebApiReportInput } from '@quatrain/contract/web-api/reports.ts'
import { z } from 'zod'
import { flag, given, list, members, number, optional, text } from '#kit/json-body.ts'

/** A level of the topology with the levels below it; every body has a maximum depth. */
const group: z.ZodType<WebApiReportGroup | undefined> = optional(z.lazy(() => members({ type: text(), group })))

export const reportBody: z.ZodType<WebApiReportInput> = members({
  weight: optional(given()),
  disabled: flag(),
  info: members({ name: text(), description: text() }),
  computations: optional(members({ ar: flag(), status: flag(), trends: list(text()) })),
  thresholds: optional(
    members({ availability: number(), reliability: number(), uptime: number(), unknown: number(), downtime: number() }),
  ),
  topology_schema: members({ group }),
  profiles: list(members({ id: text(), name: text(), type: text() })),
  filter_tags: list(members({ name: text(), value: text(), context: text() })),
})
