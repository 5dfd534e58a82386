import { useSearchParams } from 'react-router'

type Side = 'newer' | 'older'

interface Choice {
  /** The versions that are older than this one are shown; nothing for the first page. */
  readonly before: number | undefined
  /** What somebody chose to compare; nothing where they have not. */
  readonly newer: string | undefined
  readonly older: string | undefined
  readonly choose: (side: Side, version: string) => void
  /** The address of another page, with the same choice. */
  readonly page: (before: number | undefined) => { readonly search: string }
}

/** Which page of a history is shown, and which two versions are chosen on it or on others: all of it in the address. */
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
