import { isAboutTwins, type Notices } from '@quatrain/contract/kit/notices.ts'
import type { QueryClient } from '@tanstack/react-query'
import { resourceQueries } from '#kit/api/queries.ts'
import { showWarning } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'
import type { FormDefinition } from './form-definition.ts'

/** Marks the cached objects of all affected kinds as stale, and loads the list again. */
export async function refreshAfter(
  { resource, sideEffects = {} }: Pick<FormDefinition<never>, 'resource' | 'sideEffects'>,
  queries: QueryClient,
): Promise<void> {
  const affected = [resource.kind, ...Object.keys(sideEffects)]
  await Promise.all(affected.map((kind) => queries.invalidateQueries({ queryKey: [kind], refetchType: 'none' })))
  // Reloads the list before showing it, so that no outdated state is visible.
  await queries.refetchQueries({ queryKey: resourceQueries(resource).list().queryKey })
}

/** Shows the success of a write with its notices. A warning that must be read replaces it, and contains the success. */
export function showSuccess(
  { warningTitle = 'Warning', warnsBy }: Pick<FormDefinition<never>, 'resource' | 'warningTitle' | 'warnsBy'>,
  title: string,
  line: string,
  notices: Notices,
): void {
  const { imported, deleted, info, later, warning, unavailable } = notices
  const done = [imported, deleted, info, later]
  const warnings = [warning, unavailable]
  // Names that look alike are not what the kind warns about.
  const heading = !unavailable && warning && isAboutTwins(warning) ? 'Warning' : warningTitle
  const isWarning = warnings.some(Boolean)
  if (isWarning && warnsBy === 'dialog') {
    showWarning({ title: heading, lines: [...done, ...warnings] })
    return
  }
  tell.success(later === undefined ? { title, lines: [line, ...done] } : { title: 'Started', lines: done })
  if (isWarning) tell.warning({ title: heading, lines: warnings })
}
