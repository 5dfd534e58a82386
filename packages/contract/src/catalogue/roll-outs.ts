import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { superOnly } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { type AnswerOf, defineAction, defineRead, megabyte } from '../kit/endpoint.ts'
import { databaseId, moment, objectReference } from '../kit/fields.ts'
import { notices } from '../kit/notices.ts'

// Changes of the catalogue and deletes of metric templates that tenants follow by jobs.

export const jobStates = ['waiting', 'paused', 'refused', 'reverted', 'done'] as const

/** A change of a package or a tag can concern thousands of templates. */
export const maxNamedTemplates = 20

const rollOut = z.object({
  id: z.int(),
  at: moment(),
  /** `delete`: its jobs remove the metrics of the templates; these are removed after the last job. */
  action: z.enum(['change', 'delete']),
  /** The user who changed the catalogue. */
  actor: z.string(),
  /** The metric templates that have changed or are deleted, by the names that they had: the first 20. */
  templates: z.array(z.string()).max(maxNamedTemplates),
  /** The number of all of them. */
  template_count: z.int(),
  /** The number of tenants in each state. */
  jobs: z.object({ waiting: z.int(), paused: z.int(), refused: z.int(), reverted: z.int(), done: z.int() }),
})
export type RollOut = z.output<typeof rollOut>

const rollOutJob = z.object({
  tenant: z.string(),
  state: z.enum(jobStates),
  /** The job does not run before this time. */
  due: moment(),
  attempts: z.int(),
  /** The reason why the last attempt failed; empty if it did not. */
  reason: z.string(),
  done_at: moment().nullable(),
  /** When and by whom the tenant was taken back, unless it has followed again. */
  reverted_at: moment().nullable(),
  reverted_by: z.string(),
})
export type RollOutJob = z.output<typeof rollOutJob>

const shared = { deployments: superOnly, caller: 'superuser' } as const

export const listRollOuts = defineRead({
  ...shared,
  path: `${internalApi}/rollouts`,
  summary: 'The last hundred roll-outs that tenants follow by jobs, the newest first',
  answer: z.array(rollOut),
})

const params = z.object({ id: databaseId() })

export const readRollOut = defineRead({
  ...shared,
  path: `${internalApi}/rollouts/:id`,
  summary: 'A roll-out with the jobs of its tenants, by tenant',
  params,
  answer: rollOut.extend({ tenants: z.array(rollOutJob) }),
})

export type RollOutDetails = AnswerOf<typeof readRollOut>

const jobActions = ['run', 'pause', 'defer'] as const

const action = z.strictObject({
  tenants: z.array(z.string().max(500)).min(1).max(10_000),
  /**
   * `run`: as soon as possible, also after a pause, a refusal or a revert, with the earlier jobs of the tenant. `pause`: not until it is
   * run. `defer`: not before `due`.
   */
  action: z.enum(jobActions),
  due: moment().optional(),
})

export const changeRollOutJobs = defineAction({
  ...shared,
  precondition: 'none',
  path: `${internalApi}/rollouts/:id/jobs`,
  summary: 'Run, pause or defer the jobs of tenants that are not done',
  params,
  bodyLimit: 6 * megabyte,
  body: action.refine(({ action, due }) => (action === 'defer') === (due !== undefined), {
    path: ['due'],
    message: 'Required to defer, and only then',
  }),
  /** The tenants whose jobs were changed. */
  answer: z.object({ tenants: z.array(z.string()) }),
})

export type JobActions = z.input<typeof action>

export const revertTenant = defineAction({
  ...shared,
  precondition: 'preview',
  path: `${internalApi}/rollouts/:id/revert`,
  summary: 'Take one tenant back to before the last roll-out that it has followed',
  params,
  query: writeQuery,
  body: z.strictObject({ tenant: objectReference(500) }),
  answer: notices,
})
