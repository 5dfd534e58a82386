import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Field, Row, RowDefinition, RowState } from '#kit/rows/row-definition.ts'
import { type Place, type RowEdits, type RowsHost, rowEdits } from '#kit/rows/row-edits.ts'
import { firstProblem, problemsAt } from '#kit/rows/row-rules.ts'
import type { RowTableHandle } from './RowTable.tsx'
import { focusCell, type RowFieldOptions, useLatest, useRowsInForm } from './use-row-field.ts'

/** The rows in a cell of a group. */
export interface Members<Inner, Name extends string> {
  /** The cell of a group that holds them. */
  readonly field: Name
  readonly definition: RowDefinition<Inner>
}

/** A group whose cell of this name holds rows. */
export type WithMembers<Inner, Name extends string> = { readonly [N in Name]: readonly Inner[] }

/** One line of a table of groups: a group, or a row in it. */
export interface GroupedItem<Values, Inner> {
  /** Identifies the line in the table. */
  readonly key: string
  readonly group: Row<Values>
  readonly groupIndex: number
  /** Undefined for the line of the group itself. */
  readonly member?: Row<Inner>
  readonly index: number
}

/** The key of a line. Ids of rows are unique within their group only. */
const keyOfMember = (group: string, member: string): string => `${group}\n${member}`

const noKeys: ReadonlySet<string> = new Set()

/**
 * Makes the function for the lines of a table of groups that match a search: a group with all its rows if its name
 * matches, or else with the rows that match. Lines of `keptKeys` are shown anyway. The lines of a group that has not
 * changed are made once.
 */
export function linesOfGroups<Values extends WithMembers<Inner, Name>, Inner, Name extends Field<Values>>(
  definition: RowDefinition<Values>,
  { definition: inner, field }: Members<Inner, Name>,
) {
  const linesByGroup = new WeakMap<
    Row<Values>,
    readonly (GroupedItem<Values, Inner> & { readonly member: Row<Inner> })[]
  >()
  const linesIn = (group: Row<Values>, groupIndex: number) => {
    const before = linesByGroup.get(group)
    if (before?.[0]?.groupIndex === groupIndex) return before
    const lines = inner.rowsOf(group[field]).map((member, index) => {
      return { key: keyOfMember(group.id, member.id), group, groupIndex, member, index }
    })
    linesByGroup.set(group, lines)
    return lines
  }
  return (groups: readonly Row<Values>[], search = '', keptKeys = noKeys): readonly GroupedItem<Values, Inner>[] => {
    const text = search.trim().toLowerCase()
    return groups.flatMap((group, groupIndex) => {
      const lines = linesIn(group, groupIndex)
      const line = { key: group.id, group, groupIndex, index: groupIndex }
      if (text === '' || definition.nameOf(group).toLowerCase().includes(text)) return [line, ...lines]
      const matching = lines.filter(
        ({ key, member }) => keptKeys.has(key) || inner.nameOf(member).toLowerCase().includes(text),
      )
      return matching.length > 0 || keptKeys.has(group.id) ? [line, ...matching] : []
    })
  }
}

interface Options<Values, Inner, Name extends string> extends RowFieldOptions<Values> {
  readonly members: Members<Inner, Name>
}

/** Groups of rows as a field of the form: `useRowField` for groups and for their rows. */
export function useGroupedRows<Values extends WithMembers<Inner, Name>, Inner, Name extends Field<Values>>(
  options: Options<Values, Inner, Name>,
) {
  const { definition, members } = options
  const { field: cell, definition: inner } = members
  const table = useRef<RowTableHandle>(null)
  const [text, setText] = useState('')
  const [keptKeys, setKeptKeys] = useState(noKeys)
  const search = (typed: string) => {
    setKeptKeys(noKeys)
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
    const memberProblems = problemsAt(nested, index)?.cells
    if (!member) return latest.current.focus(group.id, own)
    const place = inner.fields.find((name) => memberProblems?.[name] !== undefined)
    latest.current.focus(keyOfMember(group.id, member.id), place)
  })
  const { rows, onRows, onBlur, stateOf } = field
  const linesOf = useMemo(() => linesOfGroups(definition, members), [definition, members])
  const items = useMemo(() => linesOf(rows, text, keptKeys), [linesOf, rows, text, keptKeys])
  const keep = (key: string) => setKeptKeys((keys) => new Set([...keys, key]))
  const shared = { onBlur, clearSearch: () => search('') }
  const membersOf = (id: string) => {
    const group = rows.find((group) => group.id === id)
    return group ? inner.rowsOf(group[cell]) : []
  }
  const setMembers = (changed: ReadonlyMap<string, readonly Row<Inner>[]>) =>
    onRows(
      rows.map((group) => {
        const changedRows = changed.get(group.id)
        if (changedRows === undefined) return group
        return definition.rowWith(group.id, { ...group, [cell]: inner.orBlankRow(changedRows) })
      }),
    )
  const moveOut = (from: string, member: Row<Inner>, step: -1 | 1, place: Place<Inner>) => {
    const target = rows[rows.findIndex(({ id }) => id === from) + step]
    if (!target) return
    const targetRows = membersOf(target.id).filter((row) => !inner.isBlank(row))
    const row = targetRows.some(({ id }) => id === member.id) ? inner.newRow(member) : member
    const key = keyOfMember(target.id, row.id)
    flushSync(() => {
      keep(key)
      setMembers(
        new Map([
          [from, membersOf(from).filter(({ id }) => id !== member.id)],
          [target.id, step === 1 ? [row, ...targetRows] : [...targetRows, row]],
        ]),
      )
    })
    latest.current.focus(key, place)
  }
  const latest = useLatest({
    focus(key: string, place: string | undefined) {
      const index = items.findIndex((item) => item.key === key)
      focusCell(table, key, index, place)
    },
    groupHost: (): RowsHost<Values> => ({
      ...shared,
      rows,
      onRows,
      visibleIds: items.flatMap(({ group, member }) => (member ? [] : [group.id])),
      keep,
      focus: (id, place) => latest.current.focus(id, place),
    }),
    memberHost: (group: string): RowsHost<Inner> => ({
      ...shared,
      rows: membersOf(group),
      onRows: (rows) => setMembers(new Map([[group, rows]])),
      visibleIds: items.flatMap((item) => (item.group.id === group && item.member ? [item.member.id] : [])),
      keep: (id) => keep(keyOfMember(group, id)),
      focus: (id, place) => latest.current.focus(keyOfMember(group, id), place),
      moveOut: (row, step, place) => moveOut(group, row, step, place),
    }),
  })
  const edits = useMemo(() => {
    const editsByGroup = new Map<string, RowEdits<Inner>>()
    return {
      groups: rowEdits(definition, () => latest.current.groupHost()),
      membersOf(group: string) {
        const memberEdits = editsByGroup.get(group) ?? rowEdits(inner, () => latest.current.memberHost(group))
        editsByGroup.set(group, memberEdits)
        return memberEdits
      },
    }
  }, [definition, inner, latest])
  return {
    ...field,
    table,
    items,
    text,
    search,
    edits: edits.groups,
    /** The functions for the rows of a group, by its id. */
    memberEdits: edits.membersOf,
    memberState(group: Row<Values>, member: Row<Inner>): RowState | undefined {
      const before = field.storedById.get(group.id)
      if (!before || stateOf(group) === undefined || inner.isBlank(member)) return undefined
      return inner.stateOf(member, inner.byId(inner.rowsOf(before[cell])))
    },
    /** Adds a group after the last one. */
    addGroup() {
      const last = rows.at(-1)
      if (last) edits.groups.insertBelow(last.id)
    },
  }
}
