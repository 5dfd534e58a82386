/** What a user has selected in a list. */
export interface SelectedRows {
  readonly keys: ReadonlySet<string>
  /** The row that was selected last, where a range begins. */
  readonly last: string | undefined
}

interface PlacedSelection extends SelectedRows {
  /** The path of the list. */
  readonly path: string
}

let shownSelection: PlacedSelection | undefined
let interruptedSelection: PlacedSelection | undefined

/** Declares the selection on the screen. Returns a function that ends that. */
export function showSelection(selection: PlacedSelection): () => void {
  shownSelection = selection
  interruptedSelection = undefined
  return () => {
    shownSelection = undefined
  }
}

/**
 * The session has ended: while the login page replaces the list, its selection is held for the same user. Called there, for another user, it
 * holds nothing any more, because no list is shown.
 */
export const holdSelection = (): void => {
  interruptedSelection = shownSelection
}

/** The selection of the list at this path that the end of a session has interrupted. */
export const heldSelection = (path: string): SelectedRows | undefined =>
  interruptedSelection?.path === path ? interruptedSelection : undefined
