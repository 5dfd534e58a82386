import { type RefObject, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RowTableHandle } from '#kit/row-table/RowTable.tsx'
import type { Field, Row } from '#kit/rows/row-definition.ts'
import { type Place, type RowEdits, rowEdits } from '#kit/rows/row-edits.ts'
import { firstProblem, problemsAt, type RowProblems } from '#kit/rows/row-problems.ts'
import type { RowState } from '#kit/rows/row-states.ts'
import { focusCell } from '#kit/rows-field/focus-cell.ts'
import { type RowFieldOptions, type RowsInForm, useLatest, useRowsInForm } from '#kit/rows-field/use-rows-in-form.ts'
import { type GroupedItem, keyOfMember, linesOfGroups, type Members, type WithMembers } from './grouped-items.ts'

interface Options<Values, Inner, Name extends string> extends RowFieldOptions<Values> {
  readonly members: Members<Inner, Name>
}

/** A field of the form with groups of rows. */
export interface GroupedRows<Values, Inner> extends Pick<RowsInForm<Values>, 'rows' | 'problem' | 'stateOf'> {
  readonly table: RefObject<RowTableHandle | null>
  readonly items: readonly GroupedItem<Values, Inner>[]
  readonly text: string
  readonly search: (text: string) => void
  readonly edits: RowEdits<Values>
  /** The functions for the rows of a group, by its id. */
  readonly memberEdits: (group: string) => RowEdits<Inner>
  readonly memberState: (group: Row<Values>, member: Row<Inner>) => RowState | undefined
  readonly problemsAt: (index: number) => RowProblems | undefined
  /** Adds a group after the last one. */
  readonly addGroup: () => void
}

const none: ReadonlySet<string> = new Set()

/** Groups of rows as a field of the form: `useRowField` for groups and for their rows. */
export function useGroupedRows<
  Values extends object & WithMembers<Inner, Name>,
  Inner extends object,
  Name extends Field<Values>,
>(options: Options<Values, Inner, Name>): GroupedRows<Values, Inner> {
  const { definition, members } = options
  const { field: cell, definition: inner } = members
  const table = useRef<RowTableHandle>(null)
  const [text, setText] = useState('')
  const [kept, setKept] = useState(none)
  const search = (typed: string) => {
    setKept(none)
    setText(typed)
  }
  const field = useRowsInForm(options, (errors) => {
    const groupIndex = firstProblem(errors)
    const group = field.rows[groupIndex]
    if (!group) return
    flushSync(() => search(''))
    const problems = problemsAt(errors, groupIndex)
    const own = definition.fields.find((name) => problems?.cells[name] !== undefined)
    const nested = problems?.nested[cell]
    const index = firstProblem(nested)
    const member = own === undefined && nested !== undefined ? inner.rowsOf(group[cell])[index] : undefined
    const found = problemsAt(nested, index)?.cells
    if (!member) return latest.current.focus(group.id, own)
    latest.current.focus(
      keyOfMember(group.id, member.id),
      inner.fields.find((name) => found?.[name] !== undefined),
    )
  })
  const { rows, problem, stateOf } = field
  const linesOf = useMemo(() => linesOfGroups(definition, members), [definition, members])
  const items = useMemo(() => linesOf(rows, text, kept), [linesOf, rows, text, kept])
  const latest = useLatest({
    field,
    items,
    keep: (key: string) => setKept((keys) => new Set([...keys, key])),
    clearSearch: () => search(''),
    focus: (key: string, place: string | undefined) =>
      focusCell(
        table,
        key,
        latest.current.items.findIndex((item) => item.key === key),
        place,
      ),
  })
  // The functions stay the same, so that a row is rendered only when it changes.
  const edits = useMemo(() => {
    const groups = () => latest.current.field.rows
    const membersOf = (id: string) => {
      const group = groups().find((group) => group.id === id)
      return group ? inner.rowsOf(group[cell]) : []
    }
    const setGroups = (rows: readonly Row<Values>[]) => latest.current.field.onRows(rows)
    const setMembers = (changed: ReadonlyMap<string, readonly Row<Inner>[]>) =>
      setGroups(
        groups().map((group) => {
          const rows = changed.get(group.id)
          return rows === undefined ? group : definition.rowWith(group.id, { ...group, [cell]: inner.orBlankRow(rows) })
        }),
      )
    const shared = {
      onBlur: () => latest.current.field.onBlur(),
      clearSearch: () => latest.current.clearSearch(),
      isFixed: () => false,
    }
    const moveOut = (from: string, member: Row<Inner>, step: -1 | 1, place: Place<Inner>) => {
      const target = groups()[groups().findIndex(({ id }) => id === from) + step]
      if (!target) return
      const others = inner.rowsOf(target[cell]).filter((row) => !inner.isBlank(row))
      const row = others.some(({ id }) => id === member.id) ? inner.newRow(member) : member
      const moved = step === 1 ? [row, ...others] : [...others, row]
      const key = keyOfMember(target.id, row.id)
      flushSync(() => {
        latest.current.keep(key)
        setMembers(
          new Map([
            [from, membersOf(from).filter(({ id }) => id !== member.id)],
            [target.id, moved],
          ]),
        )
      })
      latest.current.focus(key, place)
    }
    const memberEdits = (group: string) =>
      rowEdits(inner, {
        ...shared,
        rows: () => membersOf(group),
        onRows: (rows) => setMembers(new Map([[group, rows]])),
        shown: () =>
          latest.current.items.flatMap((item) => (item.group.id === group && item.member ? [item.member.id] : [])),
        keep: (id) => latest.current.keep(keyOfMember(group, id)),
        focus: (id, place) => latest.current.focus(keyOfMember(group, id), place),
        moveOut: (row, step, place) => moveOut(group, row, step, place),
      })
    const known = new Map<string, RowEdits<Inner>>()
    return {
      groups: rowEdits(definition, {
        ...shared,
        rows: groups,
        onRows: setGroups,
        shown: () => latest.current.items.flatMap(({ group, member }) => (member ? [] : [group.id])),
        keep: (id) => latest.current.keep(id),
        focus: (id, place) => latest.current.focus(id, place),
      }),
      membersOf(group: string) {
        const found = known.get(group) ?? memberEdits(group)
        known.set(group, found)
        return found
      },
    }
  }, [definition, inner, cell, latest])
  return {
    rows,
    problem,
    stateOf,
    table,
    items,
    text,
    search,
    edits: edits.groups,
    memberEdits: edits.membersOf,
    memberState(group, member) {
      const stored = field.storedById.get(group.id)
      if (!stored || stateOf(group) === undefined || inner.isBlank(member)) return undefined
      return inner.stateOf(member, inner.byId(inner.rowsOf(stored[cell])))
    },
    problemsAt: (index) => problemsAt(field.errors, index),
    addGroup() {
      const last = rows.at(-1)
      if (last) edits.groups.insertBelow(last.id)
    },
  }
}
