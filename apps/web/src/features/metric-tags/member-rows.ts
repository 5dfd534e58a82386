import type { MetricTemplateRow } from '@quatrain/contract/resources/metric-template.ts'
import { byName, inNameOrder } from '#lib/words.ts'

/** A metric template that has the tag, or could have it. */
export interface MemberRow {
  readonly name: string
  readonly mtype: string
  readonly probeversion: string
  /** Whether there is no template with this name. */
  readonly isUnknown: boolean
}

/** The unknown members first, then all templates by name. */
export function rowsFrom(
  templates: readonly MetricTemplateRow[] | undefined,
  members: readonly string[],
): readonly MemberRow[] {
  if (!templates) return members.map((name) => ({ name, mtype: '', probeversion: '', isUnknown: false }))
  const templateNames = new Set(templates.map(({ name }) => name))
  const unknown = members.filter((name) => !templateNames.has(name))
  return [
    ...inNameOrder(unknown).map((name) => ({ name, mtype: '', probeversion: '', isUnknown: true })),
    ...templates
      .toSorted(byName)
      .map(({ name, mtype, probeversion }) => ({ name, mtype, probeversion, isUnknown: false })),
  ]
}

export const shownOnly = ['Members', 'Others', 'Changes'] as const
export type ShownOnly = (typeof shownOnly)[number] | ''

interface Filter {
  readonly name: string
  readonly only: ShownOnly
}

interface Membership {
  readonly stored: ReadonlySet<string>
  readonly now: ReadonlySet<string>
}

/** The visible rows. A removed member stays among the members until the removal is saved. */
export function filteredRows(rows: readonly MemberRow[], { name, only }: Filter, { stored, now }: Membership) {
  const part = name.trim().toLowerCase()
  const isWanted = (row: MemberRow) => {
    const [was, is] = [stored.has(row.name), now.has(row.name)]
    if (only === 'Members') return was || is
    if (only === 'Others') return !was && !is
    return only === '' || was !== is
  }
  return rows.filter((row) => isWanted(row) && row.name.toLowerCase().includes(part))
}

/** The names in the usual order, each once. */
export const membersInOrder = (names: Iterable<string>): string[] =>
  [...new Set(names)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
