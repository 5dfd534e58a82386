import { show } from '@quatrain/contract/compare/compare.ts'
import type { Item, Scalar } from '@quatrain/contract/compare/field.ts'
import { type Choice, type Choices, type Entry, takenSide, takenValue } from '@quatrain/contract/compare/sides.ts'
import type { ReactNode } from 'react'
import { ConflictMember } from './ConflictMember.tsx'
import { ConflictText } from './ConflictText.tsx'
import { ConflictValue, Shown } from './ConflictValue.tsx'

export interface EntryProps<What extends Entry['kind'] = Entry['kind']> {
  readonly entry: Extract<Entry, { kind: What }>
  readonly choices: Choices
  readonly onChoose: (choice: Choice) => void
}

/** How each kind of entry looks. */
const rows: { readonly [What in Entry['kind']]: (props: EntryProps<What>) => ReactNode } = {
  value({ entry, choices, onChoose }) {
    const { field, labels, sides } = entry
    if (field.kind === 'text' && labels.length === 1) {
      return <ConflictText entry={entry} result={String(takenValue(entry, choices))} onChoose={onChoose} />
    }
    const shown = (value: Scalar) => (field.kind === 'choice' ? field.words(value) : String(value))
    const result = <Shown text={shown(takenValue(entry, choices))} />
    return (
      <ConflictValue {...{ entry, choices, onChoose, result }} show={(side) => <Shown text={shown(sides[side])} />} />
    )
  },
  member({ entry, choices, onChoose }) {
    const { field, sides } = entry
    if (Object.keys(field.fields).length === 0) return <ConflictMember {...{ entry, choices, onChoose }} />
    const shown = (item: Item | undefined) => (
      <Shown text={item === undefined || typeof item === 'string' ? item : show(field.fields, item)} />
    )
    const result = shown(sides[takenSide(entry, choices)])
    return <ConflictValue {...{ entry, choices, onChoose, result }} show={(side) => shown(sides[side])} />
  },
  order({ entry, choices, onChoose }) {
    const { field, sides } = entry
    const shown = (items: readonly Item[]) => (
      <Shown text={items.map((item) => field.cellsOf(item).join(' ')).join(', ')} />
    )
    const result = shown(sides[takenSide(entry, choices)])
    return <ConflictValue {...{ entry, choices, onChoose, result }} show={(side) => shown(sides[side])} />
  },
}

/** One entry of a conflict: both sides, and the result. */
export function ConflictEntry<What extends Entry['kind']>({ entry, choices, onChoose }: EntryProps<What>) {
  return rows[entry.kind]({ entry, choices, onChoose })
}
