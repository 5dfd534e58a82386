import { Button, Checkbox, TextInput } from '@mantine/core'
import { type ListView, readListViews, removeListView, saveListView } from '@quatrain/contract/console/list-views.ts'
import type { CallOf } from '@quatrain/contract/kit/endpoint.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { queryOf } from '#kit/api/queries.ts'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { byName } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import classes from './ViewsPanel.module.css'

const viewsQuery = queryOf(['list-views'], readListViews, {})

type SavedView = CallOf<typeof saveListView>['body']

/** A write, what is said after it, and the write that takes it back. */
interface ViewWrite {
  readonly save?: SavedView
  readonly remove?: ListView
  readonly says: string
  readonly undo?: Omit<ViewWrite, 'undo'>
}

interface Props {
  /** The name of the list. */
  readonly list: string
  /** The state of the list, as its address has it. */
  readonly search: string
  /** The state with which the list opens; empty for the usual one. */
  readonly firstSearch: string
  readonly onFirst: (search: string) => void
  readonly onOpen: (search: string) => void
}

/** The views of a list: opening, saving, renaming and deleting them. */
export function ViewsPanel({ list, search, firstSearch, onFirst, onOpen }: Props) {
  const queries = useQueryClient()
  const isSuperuser = useConsoleContext().user?.is_superuser ?? false
  const { data, error, refetch, isFetching } = useQuery({ ...viewsQuery, staleTime: 0 })
  const [openedId, setOpenedId] = useState<number>()
  const [last, setLast] = useState<ViewWrite>()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [problem, setProblem] = useState('')
  const writing = useWriting({
    async mutationFn({ save, remove }: ViewWrite) {
      if (save) await call(saveListView, { body: save })
      if (remove) await call(removeListView, { params: { id: remove.id } })
    },
    onSuccess(_, write) {
      setLast(write)
      setProblem('')
      setName('')
      setOpenedId(undefined)
      // The list opens with the view as it is now.
      if (write.save && firstSearch === write.undo?.save?.search) onFirst(write.save.search)
    },
    onError: (failure) =>
      setProblem((isApiError(failure) && (failure.fields.name ?? failure.fields.search)) || failure.message),
    onEnd: () => queries.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  })
  const views = data?.filter((view) => view.list === list).toSorted(byName)
  const bodyOf = ({ id: _, ...view }: ListView): SavedView => view
  const add = (event: FormEvent) => {
    event.preventDefault()
    const former = views?.find((view) => view.name === name.trim() && view.shared === isShared)
    if (former) return update(former)
    writing.run({ save: { list, name, search, shared: isShared }, says: `Saved ${name.trim()}.` })
  }
  const update = (view: ListView) =>
    writing.run({
      save: { ...bodyOf(view), search },
      says: `Updated ${view.name}.`,
      undo: { save: bodyOf(view), says: `${view.name} is as it was.` },
    })
  const rename = (view: ListView, newName: string) =>
    writing.run({
      save: { ...bodyOf(view), name: newName, former_name: view.name },
      says: `Renamed ${view.name} to ${newName.trim()}.`,
      undo: { save: { ...bodyOf(view), former_name: newName }, says: `${view.name} has its name again.` },
    })
  const remove = (view: ListView) =>
    writing.run({
      remove: view,
      says: `Deleted ${view.name}.`,
      undo: { save: bodyOf(view), says: `${view.name} is there again.` },
    })
  const { undo } = last ?? {}
  const listOf = (label: string, rows: readonly ListView[], mayChange: boolean) =>
    rows.length > 0 && (
      <ul className={classes.views} aria-label={label}>
        {rows.map((view) => (
          <li key={view.id}>
            <button
              type="button"
              className={classes.open}
              aria-current={view.search === search || undefined}
              onClick={() => onOpen(view.search)}
            >
              {view.name}
            </button>
            {view.shared && <span className={classes.note}>shared</span>}
            {view.search === firstSearch && <span className={classes.note}>opens first</span>}
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Options of ${view.name}`}
              aria-expanded={openedId === view.id}
              onClick={() => setOpenedId(openedId === view.id ? undefined : view.id)}
            >
              <Icon name="chevron" size={14} />
            </Button>
            {openedId === view.id && (
              <div className={classes.options}>
                <Checkbox
                  size="sm"
                  label="The list opens with it in this browser"
                  checked={firstSearch === view.search}
                  onChange={({ currentTarget }) => onFirst(currentTarget.checked ? view.search : '')}
                />
                {mayChange && (
                  <>
                    <RenameForm view={view} onRename={(newName) => rename(view, newName)} />
                    <Button size="compact-xs" variant="default" onClick={() => update(view)}>
                      Update to the list as it is now
                    </Button>
                    <Button size="compact-xs" variant="default" onClick={() => remove(view)}>
                      Delete view
                    </Button>
                  </>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    )
  return (
    <div className={classes.panel} aria-busy={!data}>
      {error && !data && <LoadFailure subject="The views" error={error} retry={refetch} isBusy={isFetching} />}
      <button
        type="button"
        className={classes.open}
        aria-current={search === '' || undefined}
        onClick={() => onOpen('')}
      >
        The whole list
      </button>
      {views &&
        listOf(
          'Own views',
          views.filter(({ shared }) => !shared),
          true,
        )}
      {views &&
        listOf(
          'Shared views',
          views.filter(({ shared }) => shared),
          isSuperuser,
        )}
      <p role="status" className={classes.status}>
        {last?.says}{' '}
        {undo && (
          <Button size="compact-xs" variant="default" onClick={() => writing.run(undo)}>
            Undo
          </Button>
        )}
      </p>
      <form onSubmit={add}>
        <TextInput
          size="xs"
          label="Save the list as it is now"
          placeholder="Name of the view"
          autoComplete="off"
          maxLength={64}
          value={name}
          error={problem}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {isSuperuser && (
          <Checkbox
            size="sm"
            label="For all users of this tenant"
            checked={isShared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
        )}
        <Button type="submit" size="compact-sm" disabled={name.trim() === ''} loading={writing.isBusy}>
          Save view
        </Button>
      </form>
    </div>
  )
}

interface RenameProps {
  readonly view: ListView
  readonly onRename: (name: string) => void
}

function RenameForm({ view, onRename }: RenameProps) {
  const [name, setName] = useState(view.name)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onRename(name)
      }}
    >
      <TextInput
        size="xs"
        aria-label={`Name of ${view.name}`}
        autoComplete="off"
        maxLength={64}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" size="compact-xs" variant="default" disabled={['', view.name].includes(name.trim())}>
        Rename
      </Button>
    </form>
  )
}
