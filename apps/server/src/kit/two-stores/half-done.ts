// What people are told of a write to two stores that has not ended yet.
import { tellable } from '@quatrain/platform/database/failures.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import type { IntentAction } from './intents.ts'

/** What is written: a resource's object, by its name. Nobody else can write to it until this write has ended. */
export interface Target {
  readonly resource: { readonly kind: string; readonly label: { readonly one: string } }
  readonly action: IntentAction
  readonly key: string
}

/** The error, with what recovery will do, when nobody knows whether the Web API has done its half. */
export const afterNoAnswer = ({ action }: Target, error: unknown): AppError => withFuture(error, noAnswer[action])

/** The same when the Web API has done its half; `failure` is why that was not undone, for the log. */
export const afterHalfDone = ({ action }: Pick<Target, 'action'>, error: unknown, failure: unknown): AppError =>
  withFuture(error, halfDone[action], failure)

/** Somebody has claimed the object: a write that is under way, or one that is still to be recovered. */
export function claimed({ resource, action, key }: Target): AppError {
  const what = `the ${resource.label.one} ${key}`
  if (action !== 'add') {
    const detail = `Somebody else is changing ${what}, or an earlier change of it is still being put right.`
    return new AppError('stale_version', `${detail} Try again in a few minutes.`)
  }
  const detail = `Somebody else is adding ${what}, or an earlier attempt is still being put right.`
  return new AppError('already_exists', `${detail} Try again in a few minutes.`, { fields: { name: 'Already exists' } })
}

function withFuture(error: unknown, future: string, failure: unknown = error): AppError {
  const { code, message, extra } = tellable(error)
  const cause = failure === error ? error : new AggregateError([error, failure], 'It failed, and was not undone')
  return new AppError(code, `${message} ${future}`, { ...extra, cause })
}

const finished = 'The delete will be finished in both stores within a few minutes.'

const noAnswer: Readonly<Record<IntentAction, string>> = {
  add: 'If it was added there all the same, it will be removed again within a few minutes; until then its name is taken.',
  change:
    'If the change arrived all the same, it will be taken back within a few minutes; until then nobody can change it.',
  delete: finished,
}

const halfDone: Readonly<Record<IntentAction, string>> = {
  add: 'It has reached the Web API; if it has not reached the database, it will be removed there within a few minutes.',
  change:
    'It has reached the Web API; if it has not reached the database, it will be taken back there within a few minutes.',
  delete: finished,
}
