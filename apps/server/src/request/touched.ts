import { createHash } from 'node:crypto'

export type Document = Readonly<Record<string, unknown>>

/** One object that a write added, changed or removed, with its complete documents before and after. */
export interface Touched {
  readonly tenant: { readonly id: number; readonly name: string }
  readonly kind: string
  readonly id: number
  readonly name: string
  readonly action: 'add' | 'change' | 'delete'
  readonly before: Document | null
  readonly after: Document | null
  /** Row version before the write. */
  readonly rowVersion: number | null
  readonly comment: string
}

/**
 * Stands for exactly this set of changes, computed from exactly these row versions. Ids of what is only being added do
 * not count: a dry run uses up ids that the real run then does not get.
 */
export function digestOf(touched: readonly Touched[]): string {
  const lines = touched
    .map(({ tenant, kind, id, name, action, after, rowVersion }) =>
      JSON.stringify([tenant.id, kind, action === 'add' ? name : id, action, rowVersion, after]),
    )
    .sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
