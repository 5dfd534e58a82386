import { counted } from '#lib/words.ts'
import type { ImportAnswer } from './ImportDialog.tsx'

/** What an import has done, in a sentence. */
export function importSummary({ fileName, plan, mode }: ImportAnswer): string {
  const removed = mode === 'replace' ? plan.missing.length : 0
  const done = [`${counted(plan.added.length, 'pair')} added`, `${removed.toLocaleString('en')} removed`].join(', ')
  const rejected = plan.rejected.length > 0 ? `; ${counted(plan.rejected.length, 'row')} left out` : ''
  return `${fileName}: ${done}${rejected}.`
}
