import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { superOnly } from '../kit/deployment.ts'
import { type AnswerOf, defineRead } from '../kit/endpoint.ts'
import { moment } from '../kit/fields.ts'

const check = z.object({
  subject: z.string(),
  level: z.enum(['ok', 'warning', 'error']),
  text: z.string(),
})

const consoleProcess = z.object({
  machine: z.string(),
  /** The process id that the operating system gave. */
  pid: z.int(),
  version: z.string(),
  started_at: moment(),
  /** Processes write it at intervals; one that is old has ended or does not reach the database. */
  seen_at: moment(),
})

const comparison = z.object({
  tenant: z.string(),
  compared_at: moment(),
  /** Objects that differ between the console and the Web API; null if they could not be compared. */
  differences: z.int().nullable(),
  /** The reason why the stores could not be compared; empty if they could. */
  failure: z.string(),
})

/** The tenants of the answer at most. */
export const maxComparisons = 50

export const readStatus = defineRead({
  path: `${internalApi}/status`,
  summary: 'Check the installation, and list its processes and the tenants whose two stores differ',
  deployments: superOnly,
  caller: 'superuser',
  answer: z.object({
    checked_at: moment(),
    checks: z.array(check),
    processes: z.array(consoleProcess),
    comparisons: z.object({
      /** Hours between two comparisons of a tenant; 0 if they are not compared. */
      every_hours: z.number(),
      /** Tenants that were compared, and those that were not yet. */
      compared: z.int(),
      waiting: z.int(),
      /** The tenants with differences or failures. */
      count: z.int(),
      /** The first of them by name. */
      first: z.array(comparison),
    }),
  }),
})

export type InstallationStatus = AnswerOf<typeof readStatus>
