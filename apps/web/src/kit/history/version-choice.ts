import { useSearchParams } from 'react-router'

type Side = 'newer' | 'older'

interface Choice {
  /** Shows the versions older than this one; undefined for the first page. */
  readonly before: number | undefined
  /** The selected versions; undefined for the default. */
  readonly newer: string | undefined
  readonly older: string | undefined
  readonly choose: (side: Side, version: string) => void
  /** The address of another page, with the same choice. */
  readonly page: (before: number | undefined) => { readonly search: string }
}

/** The page of a history, and the two selected versions on any page, stored in the address. */
export function useVersionChoice(): Choice {
  const [search, setSearch] = useSearchParams()
  const before = Number(search.get('before') ?? 0)
  const changed = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(search)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    return next
  }
  return {
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
    newer: search.get('newer') ?? undefined,
    older: search.get('older') ?? undefined,
    choose: (side, version) => setSearch(changed(side, version), { replace: true, preventScrollReset: true }),
    page: (before) => ({ search: `?${changed('before', before === undefined ? undefined : String(before))}` }),
  }
}
