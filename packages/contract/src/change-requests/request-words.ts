// How screens and commands tell of change requests.
import type { AffectedObject } from '../kit/dry-run.ts'
import type { RequestComment, StoredWrite } from './change-request.ts'

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
} as const satisfies Record<Exclude<StoredWrite['operation'], 'move'>, string>

/** What a write of a kind with these labels does, before the name of its object. */
export const titleOfWrite = ({ operation, input }: Pick<StoredWrite, 'operation' | 'input'>, { one, many }: Labels) =>
  operation === 'move' ? `Move ${many} to version ${input.version} of` : `${writeVerbs[operation]} ${one}`

interface Labels {
  readonly one: string
  readonly many: string
}

/** The effects of a write on its own object, and on others. A move has no object of its own. */
export function effectsOf(
  { operation }: Pick<StoredWrite, 'operation'>,
  changes: readonly AffectedObject[] = [],
): { readonly own?: AffectedObject | undefined; readonly sideEffects: readonly AffectedObject[] } {
  const [own, ...sideEffects] = changes
  return operation === 'move' ? { sideEffects: changes } : { own, sideEffects }
}
