import { stat } from 'node:fs/promises'
import { CallError } from '@quatrain/client'
import {
  actOnChangeRequest,
  addChangeRequest,
  type ChangeRequest,
} from '@quatrain/contract/change-requests/change-request.ts'
import { applyRequest } from '#cli/request/apply-request.ts'
import type { Call } from '#cli/request/checked-calls.ts'
import { stateText } from '#cli/request/request-words.ts'
import { CommandFailure, exitCodes, type Result, readInput, whileSaying } from '../console-command.ts'
import { UsageError } from '../terminal.ts'
import { type Plan, type PlanOptions, planFile, planOf, planResult } from './plan.ts'

export interface ApplyOptions extends PlanOptions {
  readonly merge?: true
  readonly forReview?: true
  readonly title?: string
  readonly dryRun?: true
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )

/** Makes the changes of a plan file, or of the files in a folder, by a change request: all or none. */
export async function applyFiles(call: Call, place: string, options: ApplyOptions): Promise<Result> {
  const { forReview = false, title, dryRun = false } = options
  if (forReview && title === undefined) throw new UsageError('A change request for review needs a title (--title).')
  const plan = (await isFolder(place)) ? await planOf(call, place, options) : await readInput(place, planFile)
  const planned = planResult(plan)
  if (dryRun || plan.changes.length === 0 || planned.exitCode !== exitCodes.done) return planned
  const request = await whileSaying(`Collecting ${plan.changes.length} changes`, () => addRequest(call, plan, title))
  const params = { id: request.id }
  const act = async (action: 'submit' | 'withdraw') =>
    (await call(actOnChangeRequest, { params, body: { action } })).answer
  try {
    if (forReview || request.approvals_needed > 0) return result(await act('submit'))
    // What others have changed is merged by the console, which refuses another effect than the planned one.
    const effects = options.merge ? '*' : plan.effects.preview
    return result(await applyRequest(call, request.id, effects))
  } catch (error) {
    // Nobody waits for a request that was refused. One without an answer may be applied.
    const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500
    if (isRefused) await act('withdraw').catch(() => undefined)
    throw error
  }
}

const result = (request: ChangeRequest): Result => ({
  answer: request,
  text: stateText(request),
  exitCode: request.state === 'applied' ? exitCodes.done : exitCodes.waiting,
})

async function addRequest(call: Call, { writes, managed }: Plan, title: string | undefined): Promise<ChangeRequest> {
  const { owner, link, commit } = managed
  const body = { title: title ?? `Files of ${owner}`, description: commit, link, writes, managed }
  try {
    return (await call(addChangeRequest, { body })).answer
  } catch (error) {
    const { fields = {} } = (error instanceof CallError && error.refusal) || {}
    if (!Object.keys(fields).some((field) => field.startsWith('writes.'))) throw error
    // The console has planned these writes, so that something has changed since.
    const message = `The plan is not true any more. ${Object.values(fields).join(' ')}`
    throw new CommandFailure(message, { fields }, exitCodes.conflict)
  }
}
