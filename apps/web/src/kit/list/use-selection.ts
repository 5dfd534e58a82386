import { useMemo, useState } from 'react'

/** The selected rows of a list by key. The selection is kept while the list is filtered and paged. */
export interface Selection {
  readonly chosen: ReadonlySet<string>
  /** Selects a row or removes it from the selection; as a range, all rows from the last selected one, in the displayed order. */
  readonly toggle: (key: string, shown: readonly string[], isRange: boolean) => void
  readonly take: (keys: readonly string[]) => void
  readonly drop: (keys: readonly string[]) => void
  readonly clear: () => void
}

export function useSelection(): Selection {
  const [{ chosen, last }, set] = useState<State>(nothing)
  return useMemo(
    () => ({
      chosen,
      toggle: (key, shown, isRange) => {
        const keys = isRange ? between(shown, last, key) : [key]
        const change = chosen.has(key) ? without : withAll
        set({ chosen: change(chosen, keys), last: key })
      },
      take: (keys) => set({ chosen: withAll(chosen, keys), last }),
      drop: (keys) => set({ chosen: without(chosen, keys), last }),
      clear: () => set(nothing),
    }),
    [chosen, last],
  )
}

interface State {
  readonly chosen: ReadonlySet<string>
  readonly last: string | undefined
}

const nothing: State = { chosen: new Set(), last: undefined }

const withAll = (chosen: ReadonlySet<string>, keys: readonly string[]) => new Set([...chosen, ...keys])

const without = (chosen: ReadonlySet<string>, keys: readonly string[]) => {
  const deselected = new Set(keys)
  return new Set([...chosen].filter((key) => !deselected.has(key)))
}

/** All rows from one to the other, inclusive; only the other if the first is not displayed. */
function between(shown: readonly string[], from: string | undefined, to: string): readonly string[] {
  const ends = [from === undefined ? -1 : shown.indexOf(from), shown.indexOf(to)].toSorted((a, b) => a - b)
  const [start = -1, end = -1] = ends
  return start < 0 ? [to] : shown.slice(start, end + 1)
}
