import { Button } from '@mantine/core'
import { show, showField } from '@quatrain/contract/compare/compare.ts'
import type { Field, FieldKind, Fields, Item } from '@quatrain/contract/compare/field.ts'
import type { Change, Changes } from '@quatrain/contract/compare/rules.ts'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { compareNames, counted } from '#lib/words.ts'
import classes from './DifferenceView.module.css'
import { WordDiff } from './WordDiff.tsx'

interface Props {
  readonly fields: Fields
  readonly changes: Changes
  /** Shown if there is no difference. */
  readonly emptyText?: string
  /** The level of the headings of fields; those directly below the page's heading are landmarks. */
  readonly level: 2 | 3 | 4
}

/** Differences field by field: texts by words, lists by removed, changed and added members. */
export function DifferenceView({ fields, changes, emptyText = 'No differences', level }: Props) {
  const Heading = `h${level}` as const
  const Part = level === 2 ? 'section' : 'fieldset'
  const changed = Object.entries(fields).flatMap(([name, field]) => {
    const change = changes[name]
    return change ? [{ name, field, change }] : []
  })
  if (changed.length === 0) return <p className={classes.none}>{emptyText}</p>
  return (
    <div className={classes.list}>
      {changed.map(({ name, field, change }) => (
        <Part key={name} className={classes.part} aria-label={field.label}>
          <Heading className={classes.label}>{field.label}</Heading>
          <ChangeBody field={field} change={change} />
        </Part>
      ))}
    </div>
  )
}

interface ChangeProps<Kind extends FieldKind> {
  readonly field: Field<Kind>
  readonly change: Change<Kind>
}

/** How a change of each kind of field looks. */
const bodies: { readonly [Kind in FieldKind]: (props: ChangeProps<Kind>) => ReactNode } = {
  text: ({ field, change: { before, after } }) => (
    <>
      {field.inWords?.(before, after).map((words) => (
        <p key={words} className={classes.inWords}>
          {words}
        </p>
      ))}
      <WordDiff before={before} after={after} />
    </>
  ),
  choice: ({ field, change }) => <WordDiff before={field.words(change.before)} after={field.words(change.after)} />,
  records: ({ field, change }) => <RecordsDifference field={field} change={change} />,
}

/** How one field has changed. */
function ChangeBody<Kind extends FieldKind>({ field, change }: ChangeProps<Kind>) {
  return bodies[change.kind]({ field, change })
}

const maxShown = 12

/** The removed, changed, added and moved members of a list; a changed one with its differences. */
function RecordsDifference({ field, change }: ChangeProps<'records'>) {
  const [isWhole, setWhole] = useState(false)
  const rows = useMemo(() => rowsOf(field, change), [field, change])
  const visibleRows = isWhole ? rows : rows.slice(0, maxShown)
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
          {visibleRows.map(({ kind, isNew, cells, body }) => (
            <tr key={[kind, ...cells].join('\n')} data-new={isNew}>
              <th scope="row">{kind}</th>
              {columns.map(({ column, at }) => (
                <td key={column}>{cells[at]}</td>
              ))}
              {hasBodies && <td>{body}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {visibleRows.length < rows.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          Show all {rows.length.toLocaleString('en')}
        </Button>
      )}
    </>
  )
}

interface Row {
  readonly kind: string
  /** Undefined for unchanged members. */
  readonly isNew: boolean | undefined
  readonly cells: readonly string[]
  readonly body: ReactNode
}

/** Without an order, members with similar names are shown next to each other. */
function rowsOf(
  { cellsOf, fields, fieldsOf, isOrdered }: Field<'records'>,
  { added, removed, changed, moved }: Change<'records'>,
): readonly Row[] {
  const row = (kind: string, item: Item, isNew: boolean | undefined, body: ReactNode): Row => {
    return { kind, isNew, cells: cellsOf(item), body }
  }
  const whole = (kind: string, item: Item, isNew: boolean) => {
    const itemFields = fieldsOf(item)
    if (typeof item === 'string' || show(itemFields, item) === '') return row(kind, item, isNew, undefined)
    const textOfField = (name: string, field: Field) => showField(field, item[name]) || undefined
    return row(kind, item, isNew, <Labelled fields={itemFields} body={textOfField} />)
  }
  const changeOf = (changes: Changes) => (name: string, field: Field) => {
    const change = changes[name]
    return change && <ChangeBody field={field} change={change} />
  }
  const rows = [
    ...removed.map((item) => whole('− removed', item, false)),
    ...changed.map(({ item, changes }) =>
      row('≠ changed', item, undefined, <Labelled fields={fields} body={changeOf(changes)} />),
    ),
    ...added.map((item) => whole('+ added', item, true)),
    ...moved.map((item) => row('↕ moved', item, undefined, undefined)),
  ]
  if (isOrdered) return rows
  return rows.toSorted((a, b) => compareNames(a.cells.join('\n'), b.cells.join('\n')))
}

const countsOf = ({ added, removed, changed, moved }: Change<'records'>) =>
  Object.entries({ removed, changed, added, moved })
    .flatMap(([kind, { length }]) => (length > 0 ? [counted(length, kind, kind)] : []))
    .join(', ')

interface LabelledProps {
  readonly fields: Fields
  /** Undefined if there is nothing to show. */
  readonly body: (name: string, field: Field) => ReactNode
}

/** The fields of a member, each with its name; the only field needs no label. */
function Labelled({ fields, body }: LabelledProps) {
  const entries = Object.entries(fields)
  if (entries.length === 1) return entries.map(([name, field]) => <Fragment key={name}>{body(name, field)}</Fragment>)
  return (
    <dl className={classes.inside}>
      {entries.map(([name, field]) => {
        const content = body(name, field)
        return (
          content !== undefined && (
            <div key={name}>
              <dt>{field.label}</dt>
              <dd>{content}</dd>
            </div>
          )
        )
      })}
    </dl>
  )
}
