import type { WebApiReportInput } from '@quatrain/contract/web-api/reports.ts'
import type { z } from 'zod'
import { flag, list, members, number, optional, storableText, text } from '#kit/json-body.ts'
import { scopeMembers } from './reports.reads.ts'

export const reportBody: z.ZodType<WebApiReportInput> = members({
  weight: optional(storableText()),
  disabled: flag(),
  info: members({ name: text(), description: text() }),
  computations: optional(members({ ar: flag(), status: flag(), trends: list(text()) })),
  thresholds: optional(
    members({ availability: number(), reliability: number(), uptime: number(), unknown: number(), downtime: number() }),
  ),
  ...scopeMembers,
  profiles: list(members({ id: text(), name: text(), type: text() })),
})
