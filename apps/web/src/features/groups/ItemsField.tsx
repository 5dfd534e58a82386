import { Button } from '@mantine/core'
import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { wordsOfGroups } from '@quatrain/contract/resources/group.ts'
import { useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { useDebouncedQuery } from '#kit/api/queries.ts'
import { useProblem } from '#kit/fields/fields.tsx'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { numberColumn, RowsHead } from '#kit/row-table/RowsHead.tsx'
import { MonoCell, NumberCell, RowSearch, RowTable } from '#kit/row-table/RowTable.tsx'
import rows from '#kit/row-table/rows.module.css'
import { capitalized, counted, inNameOrder } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import type { GroupValues } from './group-forms.ts'
import classes from './groups.module.css'
import { availableKey, readAvailable } from './groups.queries.ts'

interface Props {
  readonly kind: GroupKind
  /** The objects that the group has now. */
  readonly stored: readonly string[]
}

/** The objects of a group beside those that are available. A long list renders only its visible rows. */
export function ItemsField({ kind, stored }: Props) {
  const { field } = useController<GroupValues, 'items'>({ name: 'items' })
  const { items } = wordsOfGroups(kind)
  const [search, setSearch] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // The form focuses a field with an error.
  useImperativeHandle(field.ref, () => ({ focus: () => input.current?.focus() }))
  const before = useMemo(() => new Set(stored), [stored])
  const members = useMemo(() => new Set(field.value), [field.value])
  const added = useMemo(() => new Set(field.value.filter((name) => !before.has(name))), [field.value, before])
  const removed = useMemo(() => stored.filter((name) => !members.has(name)), [stored, members])
  const part = search.trim().toLowerCase()
  const visibleItems = useMemo(
    () => inNameOrder(field.value.filter((name) => name.toLowerCase().includes(part))),
    [field.value, part],
  )
  const problem = useProblem('items')
  const put = (names: Iterable<string>) => field.onChange([...new Set(names)].sort())
  return (
    <div className={classes.columns}>
      <div>
        <RowsHead
          matching={visibleItems.length}
          all={field.value.length}
          count={counted(field.value.length, 'object')}
          problem={problem}
          onClear={part === '' ? undefined : () => setSearch('')}
        >
          <h2>{capitalized(items)} in group</h2>
        </RowsHead>
        <RowTable
          label={`${capitalized(items)} in group`}
          columns={[
            numberColumn,
            {
              header: `${capitalized(items)} in group`,
              filter: <RowSearch ref={input} label={`Search ${items} in group`} value={search} onSearch={setSearch} />,
            },
            { header: 'Remove', width: '110px', align: 'end' },
          ]}
          rows={visibleItems}
          keyOf={(name) => name}
          emptyText={part === '' ? `No ${items} in this group` : `No ${items} match.`}
          isCompact
          cells={(name, index) => (
            <>
              <NumberCell>{index + 1}</NumberCell>
              <MonoCell>
                {name} {added.has(name) && stored.length > 0 && <Mark tone="accent">New</Mark>}
              </MonoCell>
              <td data-align="end">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Remove ${name}`}
                  leftSection={<Icon name="close" size={13} />}
                  onClick={() => put(field.value.filter((item) => item !== name))}
                >
                  Remove
                </Button>
              </td>
            </>
          )}
        />
      </div>
      <AvailableItems kind={kind} added={added} removed={removed} onAdd={(names) => put([...field.value, ...names])} />
    </div>
  )
}

interface AvailableItemsProps {
  readonly kind: GroupKind
  /** Objects that were added to the group in this form: they are still stored without a group. */
  readonly added: ReadonlySet<string>
  /** Objects that were removed from the group in this form: they are available, although they are stored in it. */
  readonly removed: readonly string[]
  readonly onAdd: (names: readonly string[]) => void
}

const maxShown = 100

/** The objects without a group, searched by the server, each with a button that adds it to the group. */
function AvailableItems({ kind, added, removed, onAdd }: AvailableItemsProps) {
  const { items } = wordsOfGroups(kind)
  const [search, setSearch] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { data, error, isFetching, refetch } = useDebouncedQuery(availableKey(kind), search.trim(), (part, signal) =>
    readAvailable(kind, part, maxShown + added.size, signal),
  )
  const part = search.trim().toLowerCase()
  const back = removed.filter((name) => name.toLowerCase().includes(part))
  const stored = (data?.result ?? []).filter((name) => !added.has(name))
  const all = inNameOrder([...back, ...stored])
  const visibleItems = all.slice(0, maxShown)
  const total = all.length + (data?.total ?? 0) - (data?.result.length ?? 0)
  const add = (names: readonly string[]) => {
    onAdd(names)
    input.current?.focus()
  }
  return (
    <div>
      <div className={rows.head}>
        <h2>Available {items}</h2>
        <span role="status">{total === 0 ? '' : `${visibleItems.length} of ${counted(total, 'object')} shown`}</span>
        {visibleItems.length > 1 && (
          <Button size="compact-sm" variant="subtle" onClick={() => add(visibleItems)}>
            Add all shown
          </Button>
        )}
      </div>
      {error && !data && (
        <LoadFailure subject={`The available ${items}`} error={error} retry={refetch} isBusy={isFetching} />
      )}
      <RowTable
        label={`Available ${items}`}
        columns={[
          {
            header: 'Name',
            filter: (
              <RowSearch
                ref={input}
                label={`Search available ${items}`}
                placeholder={`Search available ${items}`}
                value={search}
                onSearch={setSearch}
                // Enter adds the only match.
                onEnter={() => {
                  const [only] = visibleItems
                  if (only !== undefined && total === 1) add([only])
                }}
              />
            ),
          },
          { header: 'Add', width: '64px', align: 'end' },
        ]}
        rows={visibleItems}
        keyOf={(name) => name}
        emptyText={data ? `No available ${items}` : `Loading available ${items}`}
        isCompact
        cells={(name) => (
          <>
            <MonoCell>{name}</MonoCell>
            <td data-align="end">
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Add ${name}`}
                onClick={() => add([name])}
                leftSection={<Icon name="add" size={15} />}
              >
                Add
              </Button>
            </td>
          </>
        )}
      />
    </div>
  )
}
