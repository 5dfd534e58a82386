// Messages about a write to two stores that has not ended yet.
import { toUserError } from '@quatrain/platform/database/failures.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import type { IntentAction } from './intents.ts'

/** The label and name of the written object. Nobody else can write to it until this write has ended. */
export interface Target {
  readonly resource: { readonly kind: string; readonly label: { readonly one: string } }
  readonly action: IntentAction
  readonly key: string
}

/** Recovery has to end the write. Its message says what recovery will do. */
export class Unfinished extends AppError {}

/** The error with what recovery will do, if the outcome of the remote write is unknown. */
export const afterNoAnswer = ({ action }: Target, error: unknown): Unfinished => withFuture(error, noAnswer[action])

/** The error if the remote write was performed; `failure` is why it was not undone, for the log. */
export const afterHalfDone = ({ action }: Pick<Target, 'action'>, error: unknown, failure: unknown): Unfinished =>
  withFuture(error, halfDone[action], failure)

/** The object is claimed: by a write in progress, or by one that waits for recovery. */
export function claimed({ resource, action, key }: Target): AppError {
  const what = `the ${resource.label.one} ${key}`
  if (action !== 'add') {
    const detail = `Another user is changing ${what}, or an interrupted change of it is still being recovered.`
    return new AppError('stale_version', `${detail} Try again in a few minutes.`)
  }
  const detail = `Another user is adding ${what}, or an interrupted attempt is still being recovered.`
  return new AppError('already_exists', `${detail} Try again in a few minutes.`, { fields: { name: 'Already exists' } })
}

function withFuture(error: unknown, future: string, failure: unknown = error): Unfinished {
  const { code, message, extra } = toUserError(error)
  const cause = failure === error ? error : new AggregateError([error, failure], 'It failed, and was not undone')
  return new Unfinished(code, `${message} ${future}`, { ...extra, cause })
}

const finished = 'The delete will be finished in both stores within a few minutes.'

const noAnswer: Readonly<Record<IntentAction, string>> = {
  add: 'If the Web API has added it, it will be removed within a few minutes; until then its name is in use.',
  change:
    'If the Web API has applied the change, it will be undone within a few minutes; until then nobody can change the object.',
  delete: finished,
}

const halfDone: Readonly<Record<IntentAction, string>> = {
  add: 'The Web API has added it; if the database has not, it will be removed from the Web API within a few minutes.',
  change: 'The Web API has applied it; if the database has not, it will be undone in the Web API within a few minutes.',
  delete: finished,
}
