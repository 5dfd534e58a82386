import type { RollOut } from '@quatrain/contract/roll-outs.ts'
import { counted } from '#lib/words.ts'

/** `a, b and 498 more` */
export function templatesOf({ templates }: Pick<RollOut, 'templates'>): string {
  const most = 3
  if (templates.length <= most + 1) return templates.join(', ')
  return `${templates.slice(0, most).join(', ')} and ${(templates.length - most).toLocaleString('en')} more`
}

/** `12 of 40 tenants` */
export function progressOf({ jobs }: Pick<RollOut, 'jobs'>): string {
  const { done, waiting, paused, refused, reverted } = jobs
  return `${done.toLocaleString('en')} of ${counted(done + waiting + paused + refused + reverted, 'tenant')}`
}
