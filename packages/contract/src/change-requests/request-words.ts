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

const writeVerbs = {
  add: 'Add',
  change: 'Change',
  remove: 'Delete',
  restore: 'Restore',
  import: 'Import',
  replaceAll: 'Replace all',
} as const satisfies Record<Exclude<StoredWrite['operation'], 'move'>, string>

/** What a write of a kind with these labels does, before the name of its object. */
export function titleOfWrite({ operation, input }: Pick<StoredWrite, 'operation' | 'input'>, { one, many }: Labels) {
  if (operation === 'move') return `Move ${many} to version ${input.version} of`
  return `${writeVerbs[operation]} ${isOfMany({ operation, input }) ? many : one}`
}

interface Labels {
  readonly one: string
  readonly many: string
}

/** Whether a write is one to many objects, and has none of its own: it is computed anew each time. */
export const isOfMany = ({ operation, input }: Pick<StoredWrite, 'operation' | 'input'>): boolean =>
  operation === 'move' || operation === 'replaceAll' || (operation === 'import' && importedNames(input).length > 1)

const importedNames = ({ metrictemplates }: StoredWrite['input']): readonly unknown[] =>
  Array.isArray(metrictemplates) ? metrictemplates : []

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
