import type { RollOut } from '@quatrain/contract/roll-outs.ts'
import { counted } from '#lib/words.ts'

/** `a, b and 498 more` */
export function abbreviated(names: readonly string[]): string {
  const most = 3
  if (names.length <= most + 1) return names.join(', ')
  return `${names.slice(0, most).join(', ')} and ${(names.length - most).toLocaleString('en')} more`
}

/** `12 of 40 tenants` */
export function progressOf({ jobs }: Pick<RollOut, 'jobs'>): string {
  const { done, waiting, paused, refused, reverted } = jobs
  return `${done.toLocaleString('en')} of ${counted(done + waiting + paused + refused + reverted, 'tenant')}`
}
