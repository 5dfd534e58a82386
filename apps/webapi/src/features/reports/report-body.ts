import type { WebApiReportGroup, WebApiReportInput } from '@quatrain/contract/web-api/reports.ts'
import { z } from 'zod'
import { flag, list, members, number, optional, text } from '#kit/json-body.ts'

/** Levels of a topology at most. Two are in use anywhere; without an end the reading of a body would have none. */
const mostLevels = 32

/** A level of the topology with those below it. What is deeper than they go is a value of the wrong type. */
const levels = (left: number): z.ZodType<WebApiReportGroup | undefined> =>
  optional(left === 0 ? z.never() : members({ type: text(), group: levels(left - 1) }))

export const reportBody: z.ZodType<WebApiReportInput> = members({
  weight: optional(z.string()),
  disabled: flag(),
  info: members({ name: text(), description: text() }),
  computations: optional(members({ ar: flag(), status: flag(), trends: list(text()) })),
  thresholds: optional(
    members({ availability: number(), reliability: number(), uptime: number(), unknown: number(), downtime: number() }),
  ),
  topology_schema: members({ group: levels(mostLevels) }),
  profiles: list(members({ id: text(), name: text(), type: text() })),
  filter_tags: list(members({ name: text(), value: text(), context: text() })),
})
