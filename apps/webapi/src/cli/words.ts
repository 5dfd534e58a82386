/** The option of commands that cannot be undone. */
export const yes = ['-y, --yes', 'do not ask'] as const

/** A line of output. */
export const row = (...cells: readonly string[]): string => cells.join('\t')

/** When a key was added, and whether it is active. */
export const stateOfKey = ({
  created_at,
  revoked_at,
}: {
  readonly created_at: Date
  readonly revoked_at: Date | null
}) => [created_at.toISOString(), revoked_at ? `revoked ${revoked_at.toISOString()}` : 'in use']
