// How screens and commands tell of change requests.
import type { AffectedObject } from '../kit/dry-run.ts'
import type { OperationEffects, RequestComment, StoredWrite } from './change-request.ts'

/** What each event says after the name of who has caused it; `it` is the request. */
export const requestEventWords: Readonly<Record<RequestComment['action'], string>> = {
  comment: 'commented on it',
  submit: 'submitted it for review',
  approve: 'approved it',
  refuse: 'refused it',
  void: 'voided the approval of it',
  schedule: 'scheduled it',
  unschedule: 'took it from the schedule',
  apply: 'applied it',
  fail: 'could not apply it',
  withdraw: 'withdrew it',
  confirm: 'confirmed it',
  revert: 'took it back',
  'fail-revert': 'could not take it back',
}

interface OperationWords {
  readonly verb: string
  /** Whether such a write is one to many objects, and has none of its own: it is computed anew each time. */
  readonly isOfMany: (input: StoredWrite['input']) => boolean
}

const ofOne = (verb: string): OperationWords => ({ verb, isOfMany: () => false })
const ofMany = (verb: string): OperationWords => ({ verb, isOfMany: () => true })

const operations: Readonly<Record<StoredWrite['operation'], OperationWords>> = {
  add: ofOne('Add'),
  change: ofOne('Change'),
  remove: ofOne('Delete'),
  restore: ofOne('Restore'),
  import: { verb: 'Import', isOfMany: ({ metrictemplates: names }) => Array.isArray(names) && names.length > 1 },
  move: ofMany('Move'),
  replaceAll: ofMany('Replace all'),
}

/** What a write of a kind with these labels does, before the name of its object. */
export function titleOfWrite(write: Pick<StoredWrite, 'operation' | 'input'>, { one, many }: Labels): string {
  const { operation, input } = write
  const subject = `${operations[operation].verb} ${isOfMany(write) ? many : one}`
  return operation === 'move' ? `${subject} to version ${input.version} of` : subject
}

interface Labels {
  readonly one: string
  readonly many: string
}

/** Whether a write is one to many objects, and has none of its own. */
export const isOfMany = ({ operation, input }: Pick<StoredWrite, 'operation' | 'input'>): boolean =>
  operations[operation].isOfMany(input)

/** The effects of a write on its own object, and on others. */
export function effectsOf(
  write: Pick<StoredWrite, 'operation' | 'input'>,
  changes: readonly AffectedObject[] = [],
): { readonly own?: AffectedObject | undefined; readonly sideEffects: readonly AffectedObject[] } {
  const [own, ...sideEffects] = changes
  return isOfMany(write) ? { sideEffects: changes } : { own, sideEffects }
}

/** What boxes run and reports cover afterwards, in sentences; none if nothing changes. */
export function operationWords({ checks, reports, unknown }: OperationEffects): string[] {
  const verbs = { started: 'start', stopped: 'stop', changed: 'run in another way' } as const
  const ofChecks = (['started', 'stopped', 'changed'] as const).flatMap((effect) => {
    const { count = 0, sample = [] } = checks?.[effect] ?? {}
    if (count === 0) return []
    const checksOf = Map.groupBy(sample, ({ service, metric }) => `${metric} for ${service}`)
    const places = [...checksOf].map(
      ([check, rows]) => `${check} on ${rows.map(({ hostname }) => hostname).join(', ')}`,
    )
    const moreWords = count > sample.length ? ` and ${count - sample.length} more` : ''
    return [`Checks that boxes ${verbs[effect]} (${count}): ${places.join('; ')}${moreWords}.`]
  })
  const endpoints = (count: number | null) => `${count} ${count === 1 ? 'endpoint' : 'endpoints'}`
  const ofReports = reports.map(({ name, before, after }) => {
    if (after === null) return `Report ${name} covered ${endpoints(before)}.`
    return `Report ${name} covers ${endpoints(after)}${before === null ? '' : ` instead of ${before}`}.`
  })
  return [...ofChecks, ...ofReports, ...(unknown === '' ? [] : [unknown])]
}
