import { topologyHosts } from '@quatrain/contract/reports/topology.ts'
import { type UserRow, userPage, users } from '@quatrain/contract/resources/user.ts'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#kit/api/call.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { useDebouncedQuery } from '#kit/api/queries.ts'
import { paths } from '#lib/paths.ts'
import { Dialog } from '#ui/dialogs.tsx'
import options from '#ui/options.module.css'
import { matching } from '#ui/suggestions.ts'
import { type Destination, useDestinations } from './destinations.ts'
import classes from './SearchDialog.module.css'

/** More than there are kinds: the default groups of all kinds have one name. */
const maxShown = 24

/** Finds a section or an object by a part of its name: the arrow keys choose, Enter opens it. */
export function SearchDialog({ onDismiss }: { readonly onDismiss: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const { all, isLoading, isIncomplete } = useDestinations()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const text = typed.trim()
  const { found: serverResults, isError } = useFoundOnServer(text, maxShown)
  const results = text === '' ? [] : matching([...all, ...serverResults], typed).slice(0, maxShown)
  const go = ({ to }: Destination) => {
    onDismiss()
    void navigate(to)
  }
  const handleKey = (event: KeyboardEvent) => {
    const chosenResult = results[active]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      setActive((active + step + results.length) % results.length)
    } else if (event.key === 'Enter' && chosenResult) {
      event.preventDefault()
      go(chosenResult)
    }
  }
  return (
    <Dialog title="Search" onDismiss={onDismiss}>
      <input
        type="text"
        role="combobox"
        aria-label="Name of a section or an object"
        aria-autocomplete="list"
        aria-expanded={results.length > 0}
        aria-controls={id}
        aria-activedescendant={results.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        className={classes.box}
        placeholder="Name of a section or an object"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={handleKey}
      />
      <div id={id} role="listbox" aria-label="Found" className={classes.found}>
        {results.map((destination, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text box has the focus and handles the keys
          <div
            key={destination.to}
            ref={index === active ? reveal : undefined}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={`${options.option} ${classes.option}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(destination)}
          >
            <span>{destination.value}</span>
            <span className={options.hint}>{destination.hint}</span>
          </div>
        ))}
      </div>
      <p role="status" className={classes.none}>
        {isLoading && 'Names are being loaded.'}
        {!isLoading && (isIncomplete || isError) && 'Some names could not be loaded. Open the search again to retry. '}
        {!isLoading && text !== '' && results.length === 0 && `No results for “${text}”`}
      </p>
    </Dialog>
  )
}

const reveal = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

/** Shorter texts are part of too many names. */
const minLength = 2

/** What the server searches, because there can be very many: hosts of today's topology, and users for superusers. */
export function useFoundOnServer(text: string, limit: number) {
  const { caller } = useConsoleContext()
  const search = text.length >= minLength ? text : ''
  const hosts = useFound('hosts', caller.deployment === 'tenant' ? search : '', (search, signal) =>
    findHosts(search, limit, signal),
  )
  const foundUsers = useFound('users', caller.user?.isSuperuser ? search : '', (search, signal) =>
    findUsers(search, limit, signal),
  )
  return { found: [...(hosts.data ?? []), ...(foundUsers.data ?? [])], isError: hosts.isError || foundUsers.isError }
}

type Find = (search: string, signal: AbortSignal) => Promise<Destination[]>

/** Nothing is asked for an empty text. */
const useFound = (kind: string, search: string, find: Find) =>
  useDebouncedQuery(['search', kind], search, async (search, signal) => (search === '' ? [] : find(search, signal)))

async function findHosts(search: string, limit: number, signal: AbortSignal): Promise<Destination[]> {
  const { hosts } = await call(topologyHosts, { query: { search, limit: String(limit) } }, { signal })
  return hosts.map(({ hostname, services }) => ({
    value: hostname,
    hint: `host, ${services.join(', ')}`,
    to: paths.topology.host(hostname),
  }))
}

async function findUsers(username: string, limit: number, signal: AbortSignal): Promise<Destination[]> {
  const { rows } = await call(userPage, { query: { username, limit: String(limit), page: '1' } }, { signal })
  return rows.map(userAt)
}

const userAt = ({ username }: UserRow): Destination => ({
  value: username,
  hint: users.label.one,
  to: paths.users.details(username),
})
