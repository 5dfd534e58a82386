import { Button } from '@mantine/core'
import { type MarkedText, maxSearchText, type SearchAnswer } from '@quatrain/contract/console/search.ts'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { capitalized } from '#lib/words.ts'
import { Dialog } from '#ui/dialogs.tsx'
import { Icon } from '#ui/Icon.tsx'
import options from '#ui/options.module.css'
import { type Entry, useLocalGroups } from './local-entries.ts'
import classes from './SearchDialog.module.css'
import { titleOfKind, useSearched, withRecent } from './searched-entries.ts'

/** Finds pages, actions and objects by words: the arrow keys choose, Enter opens. */
export function SearchDialog({ onDismiss }: { readonly onDismiss: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const text = typed.trim()
  const { groups: foundGroups, answer, isWaiting, error, retry } = useSearched(text)
  const { groups: localGroups, recent } = useLocalGroups(text)
  const groups = [...localGroups, ...withRecent(foundGroups, text === '' ? [] : recent, localGroups, text)].filter(
    ({ entries }) => entries.length > 0,
  )
  const entries = groups.flatMap(({ entries }) => entries)
  const choose = ({ choice }: Entry) => {
    onDismiss()
    if (typeof choice === 'string') void navigate(choice)
    else choice()
  }
  const handleKey = (event: KeyboardEvent) => {
    const chosenEntry = entries[active]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setActive((active + step + entries.length) % entries.length)
    } else if (event.key === 'Enter' && chosenEntry) {
      event.preventDefault()
      choose(chosenEntry)
    }
  }
  return (
    <Dialog title="Search" onDismiss={onDismiss}>
      <input
        type="text"
        role="combobox"
        aria-label="Words of a name or a description"
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={id}
        aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxSearchText}
        data-autofocus
        className={classes.box}
        placeholder="Objects, hosts, pages and actions"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={handleKey}
      />
      <div id={id} role="listbox" aria-label="Found" aria-busy={isWaiting} className={classes.found}>
        {groups.map(({ title, entries: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={title} role="group" aria-label={title} className={classes.group}>
            <div className={classes.title} aria-hidden="true">
              {title}
            </div>
            {ofGroup.map((entry) => {
              const index = entries.indexOf(entry)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the text box has the focus and handles the keys
                <div
                  key={index}
                  ref={index === active ? reveal : undefined}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={`${options.option} ${classes.option}`}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(entry)}
                >
                  <Icon name={entry.icon} size={16} />
                  <Marked {...entry.name} />
                  <Marked {...entry.about} className={options.hint} />
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {error && <LoadFailure subject="What the server finds" error={error} retry={retry} />}
      <p role="status" className={classes.status}>
        {text !== '' && !error && (
          <Outcome text={text} answer={answer} isEmpty={entries.length === 0} isWaiting={isWaiting} retry={retry} />
        )}
      </p>
    </Dialog>
  )
}

const reveal = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

/** A text in its own direction, with its marked parts. */
function Marked({ text, marks, className }: MarkedText & { readonly className?: string | undefined }) {
  const ends = [0, ...marks.map(([, end]) => end)]
  return (
    <span dir="auto" className={className}>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {text.slice(ends[index], start)}
          <mark className={classes.mark}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </span>
  )
}

interface OutcomeProps {
  readonly text: string
  readonly answer: SearchAnswer | undefined
  readonly isEmpty: boolean
  readonly isWaiting: boolean
  readonly retry: () => void
}

/** What the results do not say. */
function Outcome({ text, answer, isEmpty, isWaiting, retry }: OutcomeProps) {
  if (isWaiting) return answer?.late.length ? `${kindsIn(answer.late)} are still being searched.` : 'Searching'
  return (
    <>
      {isEmpty && `Nothing is named “${text}”. `}
      {answer && answer.failed.length > 0 && (
        <>
          {kindsIn(answer.failed)} could not be searched.{' '}
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        </>
      )}
    </>
  )
}

/** Those names of kinds as the beginning of a sentence. */
function kindsIn(kinds: readonly string[]): string {
  const titles = kinds.map((kind) => titleOfKind(kind).toLowerCase())
  return capitalized(new Intl.ListFormat('en').format(titles))
}
