/** The option of commands that cannot be taken back. */
export const yes = ['-y, --yes', 'do not ask'] as const

/** A line of a list. */
export const row = (...cells: readonly string[]): string => cells.join('\t')

/** Since when a key is there, and whether it still opens something. */
export const stateOfKey = ({
  created_at,
  revoked_at,
}: {
  readonly created_at: Date
  readonly revoked_at: Date | null
}) => [created_at.toISOString(), revoked_at ? `revoked ${revoked_at.toISOString()}` : 'in use']
