import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type ApiError, isApiError } from '#kit/api/api-error.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { tell } from '#ui/messages.ts'
import { showWarning } from '#ui/WarningDialog.tsx'
import type { FormDefinition } from './form-definition.ts'

/** Marks the cached objects of all affected kinds as stale, and loads the list again. */
export async function refreshAfter(
  { resource, sideEffects }: Pick<FormDefinition<never>, 'resource' | 'sideEffects'>,
  queries: QueryClient,
): Promise<void> {
  const affected = [resource.kind, ...Object.keys(sideEffects)]
  await Promise.all(affected.map((kind) => queries.invalidateQueries({ queryKey: [kind], refetchType: 'none' })))
  // Reloads the list before showing it, so that no outdated state is visible.
  await queries.refetchQueries({ queryKey: resourceQueries(resource).list().queryKey })
}

/** Shows the success of a write with its notices. A warning that must be read replaces it, and contains the success. */
export function showSuccess(
  { warningTitle, warnsBy }: Pick<FormDefinition<never>, 'warningTitle' | 'warnsBy'>,
  title: string,
  line: string,
  notices: Notices,
): void {
  const { imported, deleted, info, later, warning, unavailable } = notices
  const done = [imported, deleted, info, later]
  const warnings = [warning, unavailable]
  const isWarning = warnings.some(Boolean)
  if (isWarning && warnsBy === 'dialog') {
    showWarning({ title: warningTitle, lines: [...done, ...warnings] })
    return
  }
  tell.success(later === undefined ? { title, lines: [line, ...done] } : { title: 'Started', lines: done })
  if (isWarning) tell.warning({ title: warningTitle, lines: warnings })
}

/**
 * Shows the failure of a write under `usualTitle`, unless it has a more specific one; `doing` names the action if the
 * failure has no message.
 */
export function showFailure(error: Error, doing: string, usualTitle?: string): void {
  const usual = `${usualTitle ?? (isApiError(error) ? storeOf(error) : 'Console error')} ${doing}`
  const requestId = isApiError(error) ? error.requestId : undefined
  tell.error({ title: titleOf(error, usualTitle), lines: (error.message || usual).split('\n'), requestId })
}

function titleOf(error: Error, usualTitle: string | undefined): string {
  if (!isApiError(error)) return 'Error'
  if (error.code === 'in_use') return usualTitle ?? 'Unable to delete'
  if (error.code === 'not_allowed') return 'Not allowed'
  if (error.code === 'stale_version') return 'Changed meanwhile'
  return usualTitle ?? storeOf(error)
}

const storeOf = ({ source }: ApiError) => (source === 'web-api' ? 'Web API error' : 'Internal API error')
