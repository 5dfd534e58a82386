/** What became of one thing that two people had before them. */
export type Side = 'neither' | 'mine' | 'theirs' | 'both alike' | 'both differently'

/** Who changed a text, or that there is none, seen from what both started with. */
export function sideOfText(base: string | undefined, mine: string | undefined, theirs: string | undefined): Side {
  if (mine === theirs) return mine === base ? 'neither' : 'both alike'
  if (mine === base) return 'theirs'
  return theirs === base ? 'mine' : 'both differently'
}

/** The merged text where one side alone changed it; nothing where somebody has to choose. */
export function mergeText(base: string, mine: string, theirs: string): string | undefined {
  const side = sideOfText(base, mine, theirs)
  if (side === 'both differently') return undefined
  return side === 'theirs' ? theirs : mine
}

export interface ItemChange {
  readonly item: string
  /** Whether it came or went. */
  readonly change: 'added' | 'removed'
  readonly side: 'mine' | 'theirs' | 'both alike'
}

/** Every item of a list without repetitions that either side added or removed, in the order of the items. */
export function itemChanges(base: readonly string[], mine: readonly string[], theirs: readonly string[]): ItemChange[] {
  const [before, left, right] = [new Set(base), new Set(mine), new Set(theirs)]
  const items = [...new Set([...base, ...theirs, ...mine])]
  return items.flatMap((item) => {
    const had = before.has(item)
    const byMe = left.has(item) !== had
    const byThem = right.has(item) !== had
    if (!byMe && !byThem) return []
    const side = byMe && byThem ? 'both alike' : byMe ? 'mine' : 'theirs'
    return [{ item, change: had ? 'removed' : 'added', side }]
  })
}

/** What both sides together make of a list; what either side did is done, in their order and then mine. */
export function mergeItems(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const gone = new Set(
    itemChanges(base, mine, theirs).flatMap(({ item, change }) => (change === 'removed' ? [item] : [])),
  )
  return [...new Set([...theirs, ...mine])].filter((item) => !gone.has(item))
}
