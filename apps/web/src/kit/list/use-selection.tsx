import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { BusyButton } from '#ui/dialogs.tsx'
import { heldSelection, type SelectedRows, showSelection } from './held-selection.ts'

/** The selected rows of a list by key. The selection is kept while the list is filtered and paged. */
export interface Selection {
  readonly keys: ReadonlySet<string>
  /** Selects a row or removes it from the selection; as a range, all rows from the last selected one, in the displayed order. */
  readonly toggle: (key: string, pageKeys: readonly string[], isRange: boolean) => void
  readonly take: (keys: readonly string[]) => void
  readonly drop: (keys: readonly string[]) => void
  readonly clear: () => void
}

export function useSelection(): Selection {
  const { pathname: path } = useLocation()
  const [{ keys, last }, set] = useState<SelectedRows>(() => heldSelection(path) ?? emptySelection)
  useEffect(() => showSelection({ path, keys, last }), [path, keys, last])
  return useMemo(
    () => ({
      keys,
      toggle: (key, pageKeys, isRange) => {
        const range = isRange ? between(pageKeys, last, key) : [key]
        const change = keys.has(key) ? withoutAll : withAll
        set({ keys: change(keys, range), last: key })
      },
      take: (added) => set({ keys: withAll(keys, added), last }),
      drop: (dropped) => set({ keys: withoutAll(keys, dropped), last }),
      clear: () => set(emptySelection),
    }),
    [keys, last],
  )
}

const emptySelection: SelectedRows = { keys: new Set(), last: undefined }

const withAll = (keys: ReadonlySet<string>, added: readonly string[]) => new Set([...keys, ...added])

const withoutAll = (keys: ReadonlySet<string>, removed: readonly string[]) => {
  const removedKeys = new Set(removed)
  return new Set([...keys].filter((key) => !removedKeys.has(key)))
}

/** All rows from one to the other, inclusive; only the other if the first is not displayed. */
function between(keys: readonly string[], from: string | undefined, to: string): readonly string[] {
  const ends = [from === undefined ? -1 : keys.indexOf(from), keys.indexOf(to)].toSorted((a, b) => a - b)
  const [start = -1, end = -1] = ends
  return start < 0 ? [to] : keys.slice(start, end + 1)
}

interface ActionProps {
  readonly isBusy: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button for what is selected. */
export const SelectionButton = (props: ActionProps) => <BusyButton size="compact-sm" variant="default" {...props} />
