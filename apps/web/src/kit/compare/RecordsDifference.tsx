import { Button } from '@mantine/core'
import { show } from '@quatrain/contract/compare/compare.ts'
import type { Field, Item } from '@quatrain/contract/compare/field.ts'
import type { Change } from '@quatrain/contract/compare/rules.ts'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import { compareNames } from '#lib/name-order.ts'
import { counted } from '#lib/words.ts'
import classes from './DifferenceView.module.css'
import { type InsideProps, MemberChanges, MemberValues } from './MemberFields.tsx'

interface Props {
  readonly field: Field<'records'>
  readonly change: Change<'records'>
  /** Shows the change of one field of a member. */
  readonly Inside: ComponentType<InsideProps>
}

const maxShown = 12

/** The removed, changed, added and moved members of a list; a changed one with its differences. */
export function RecordsDifference({ field, change, Inside }: Props) {
  const [isWhole, setWhole] = useState(false)
  const rows = useMemo(() => rowsOf(field, change, Inside), [field, change, Inside])
  const shown = isWhole ? rows : rows.slice(0, maxShown)
  const labels = Object.values(field.fields).map(({ label }) => label)
  const hasBodies = rows.some(({ body }) => body !== undefined)
  const columns = field.columns.flatMap((column, at) => (rows.some(({ cells }) => cells[at]) ? [{ column, at }] : []))
  return (
    <>
      <p className={classes.counts}>{countsOf(change)}</p>
      <table className={classes.items}>
        <caption className="visually-hidden">{field.label}</caption>
        <colgroup>
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Change</th>
            {columns.map(({ column }) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {hasBodies && <th scope="col">{labels.join(', ')}</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ what, isNew, cells, body }) => (
            <tr key={[what, ...cells].join('\n')} data-new={isNew}>
              <th scope="row">{what}</th>
              {columns.map(({ column, at }) => (
                <td key={column}>{cells[at]}</td>
              ))}
              {hasBodies && <td>{body}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          Show all {rows.length.toLocaleString('en')}
        </Button>
      )}
    </>
  )
}

interface Row {
  readonly what: string
  /** Undefined for unchanged members. */
  readonly isNew: boolean | undefined
  readonly cells: readonly string[]
  readonly body: ReactNode
}

/** Without an order, members with similar names are shown next to each other. */
function rowsOf(
  { cellsOf, fields, fieldsOf, isOrdered }: Field<'records'>,
  { added, removed, changed, moved }: Change<'records'>,
  Inside: Props['Inside'],
): readonly Row[] {
  const row = (what: string, item: Item, isNew: boolean | undefined, body: ReactNode): Row => {
    return { what, isNew, cells: cellsOf(item), body }
  }
  const whole = (what: string, item: Item, isNew: boolean) => {
    const inside = fieldsOf(item)
    const hasValues = typeof item !== 'string' && show(inside, item) !== ''
    return row(what, item, isNew, hasValues ? <MemberValues fields={inside} item={item} /> : undefined)
  }
  const rows = [
    ...removed.map((item) => whole('− removed', item, false)),
    ...changed.map(({ item, changes }) =>
      row('≠ changed', item, undefined, <MemberChanges fields={fields} changes={changes} Inside={Inside} />),
    ),
    ...added.map((item) => whole('+ added', item, true)),
    ...moved.map((item) => row('↕ moved', item, undefined, undefined)),
  ]
  if (isOrdered) return rows
  return rows.toSorted((a, b) => compareNames(a.cells.join('\n'), b.cells.join('\n')))
}

const countsOf = ({ added, removed, changed, moved }: Change<'records'>) =>
  Object.entries({ removed, changed, added, moved })
    .flatMap(([what, { length }]) => (length > 0 ? [counted(length, what, what)] : []))
    .join(', ')
