import { Button, TextInput } from '@mantine/core'
import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { wordsOfGroups } from '@quatrain/contract/resources/group.ts'
import { useRef, useState } from 'react'
import { useDebouncedQuery } from '#kit/api/use-debounced-query.ts'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { RowTable } from '#kit/row-table/RowTable.tsx'
import rows from '#kit/row-table/rows.module.css'
import { inNameOrder } from '#lib/name-order.ts'
import { counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { availableKey, readAvailable } from './groups.queries.ts'

interface Props {
  readonly kind: GroupKind
  /** Objects that were added to the group in this form: they are still stored without a group. */
  readonly added: ReadonlySet<string>
  /** Objects that were removed from the group in this form: they are available, although they are stored in it. */
  readonly removed: readonly string[]
  readonly onAdd: (names: readonly string[]) => void
}

const maxShown = 100

/** The objects without a group, searched by the server, each with a button that adds it to the group. */
export function AvailableItems({ kind, added, removed, onAdd }: Props) {
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
              <TextInput
                ref={input}
                size="xs"
                type="search"
                placeholder={`Search available ${items}`}
                aria-label={`Search available ${items}`}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  // Enter adds the only match; within a form it would save.
                  event.preventDefault()
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
        nothing={data ? `No available ${items}` : `Loading available ${items}`}
        isCompact
        cells={(name) => (
          <>
            <td data-plain className="mono">
              {name}
            </td>
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
