/** What a check has found: nothing wrong, something to consider, or something that must be mended. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error'
  readonly text: string
}

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warning = (text: string): Finding => ({ level: 'warning', text })
export const error = (text: string): Finding => ({ level: 'error', text })

/**
 * The message of whatever was thrown, in one line. A name with several addresses, such as localhost, fails without a message and
 * with one error for each address.
 */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') return thrown.errors.map(messageOf).join(', ')
  return (thrown instanceof Error ? thrown.message : String(thrown)).split('\n', 1)[0] ?? ''
}
