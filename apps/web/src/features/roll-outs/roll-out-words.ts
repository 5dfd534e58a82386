import type { RollOut } from '@quatrain/contract/catalogue/roll-outs.ts'
import { counted } from '#lib/words.ts'

/** `a, b and 498 more`; `names` may be only the first ones of `count`. */
export function abbreviated(names: readonly string[], count = names.length): string {
  const most = 3
  if (count <= most + 1) return names.join(', ')
  return `${names.slice(0, most).join(', ')} and ${(count - most).toLocaleString('en')} more`
}

/** `Change of `, before the metric templates. */
export const actionOf = ({ action }: Pick<RollOut, 'action'>): string =>
  action === 'delete' ? 'Delete of' : 'Change of'

/** `12 of 40 tenants` */
export function progressOf({ jobs }: Pick<RollOut, 'jobs'>): string {
  const { done, waiting, paused, refused, reverted } = jobs
  return `${done.toLocaleString('en')} of ${counted(done + waiting + paused + refused + reverted, 'tenant')}`
}
