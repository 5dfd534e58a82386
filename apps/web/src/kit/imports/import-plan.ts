import { counted } from '#lib/words.ts'

/** What happens to rows of the form that are not in the file. */
export type ImportMode = 'replace' | 'merge'

/** A row of a file, numbered as spreadsheets count: from 1, with the heading. */
export type Numbered<Item> = Item & { readonly number: number }

/** The changes of a file to the rows of a form. */
export interface ImportPlan<Item> {
  readonly added: readonly Numbered<Item>[]
  /** In the form with other values; absent if rows have only their identity. */
  readonly changed?: readonly Numbered<Item>[]
  /** In the form and not in the file: removed if the list is replaced. */
  readonly missingItems: readonly Item[]
  readonly rejected: readonly (Numbered<Item> & { readonly reason: string })[]
  /** The number of rows that are both in the file and in the form. */
  readonly keptCount: number
}

interface ImportRules<Item> {
  /** The items of the form. */
  readonly present: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** Whether an item of the form has the values of a row; absent if items have only their identity. */
  readonly isSame?: (item: Item, row: Item) => boolean
  /** Why a row is rejected; `repeat` says which accepted row has the same key, if there is one. */
  readonly reasonAgainst: (row: Numbered<Item>, repeat: string | undefined, index: number) => string | undefined
}

/** Sorts the rows of a file by the result of importing them. */
export function planImport<Item>(
  rows: readonly Numbered<Item>[],
  { present, keyOf, isSame, reasonAgainst }: ImportRules<Item>,
): ImportPlan<Item> {
  const presentItems = new Map(present.map((item) => [keyOf(item), item]))
  const acceptedRows = new Map<string, number>()
  const added: Numbered<Item>[] = []
  const changed: Numbered<Item>[] = []
  const rejected: (Numbered<Item> & { readonly reason: string })[] = []
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row)
    const number = acceptedRows.get(key)
    const reason = reasonAgainst(row, number === undefined ? undefined : `Duplicated: it is in row ${number}`, index)
    if (reason !== undefined) {
      rejected.push({ ...row, reason })
      continue
    }
    acceptedRows.set(key, row.number)
    const item = presentItems.get(key)
    if (item === undefined) added.push(row)
    else if (isSame?.(item, row) === false) changed.push(row)
  }
  return {
    added,
    ...(isSame && { changed }),
    missingItems: present.filter((item) => !acceptedRows.has(keyOf(item))),
    rejected,
    keptCount: acceptedRows.size - added.length - changed.length,
  }
}

/** The user's decisions about a file. */
export interface ImportAnswer<Item> {
  readonly fileName: string
  readonly plan: ImportPlan<Item>
  readonly mode: ImportMode
}

export const isUsable = ({ added, changed = [], keptCount }: ImportPlan<unknown>): boolean =>
  added.length + changed.length + keptCount > 0

export const removedBy = <Item>({ missingItems }: ImportPlan<Item>, mode: ImportMode): readonly Item[] =>
  mode === 'replace' ? missingItems : []

/** The result of an import as a sentence; `what` is the singular of the rows: 'pair'. */
export function importSummary({ fileName, plan, mode }: ImportAnswer<unknown>, itemsLabel: string): string {
  const removed = removedBy(plan, mode).length
  const done = [
    `${counted(plan.added.length, itemsLabel)} added`,
    ...(plan.changed ? [`${plan.changed.length.toLocaleString('en')} changed`] : []),
    `${removed.toLocaleString('en')} removed`,
  ].join(', ')
  const rejected = plan.rejected.length > 0 ? `; ${counted(plan.rejected.length, 'row')} left out` : ''
  return `${fileName}: ${done}${rejected}.`
}

/** What an import does with a row. */
export type Fate = 'Rejected' | 'Removed' | 'Changed' | 'Added'

/** All of them, in the order of a preview. */
export const fates: readonly Fate[] = ['Rejected', 'Removed', 'Changed', 'Added']

/** One row of a preview. */
export interface PreviewLine {
  readonly id: string
  readonly fate: Fate
  /** Its row in the file. */
  readonly number?: number
  /** The reason why it is rejected, or what it was before. */
  readonly reason?: string
}
