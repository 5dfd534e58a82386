import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type RefObject,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { modalLayers } from './dialogs.tsx'
import options from './options.module.css'
import classes from './SuggestInput.module.css'
import { useStore } from './store.ts'
import { matching, type Suggestion } from './suggestions.ts'
import { overlays } from './theme.ts'

interface InputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'list' | 'aria-label'> {
  readonly 'aria-label': string
  readonly value: string
  readonly suggestions: readonly Suggestion[]
  readonly onChange: (value: string) => void
}

/**
 * A text box with suggestions: typing filters them, the arrow keys move through them, Enter selects one, Escape closes
 * the list. It is cheap to render, because a table can contain hundreds.
 */
export function SuggestInput({ value, suggestions, onChange, onKeyDown, onBlur, ...props }: InputProps) {
  const id = useId()
  const search = useContext(SuggestionSearch)
  const input = useRef<HTMLInputElement>(null)
  const isFirstClick = useRef(false)
  /** The text typed since the list was opened; undefined while it is closed. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(-1)
  const offered = typed === undefined ? [] : matching(suggestions, typed)
  const isOpen = offered.length > 0
  const open = (text: string) => {
    setTyped(text)
    setActive(-1)
    search?.(text.trim())
  }
  const take = (suggestion: Suggestion) => {
    onChange(suggestion.value)
    setTyped(undefined)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const activeOption = offered[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (event.altKey || event.ctrlKey || (event.key === 'ArrowUp' && !isOpen)) return onKeyDown?.(event)
      event.preventDefault()
      if (!isOpen) return open('')
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + offered.length) % offered.length)
    } else if (event.key === 'Enter' && isOpen && activeOption) {
      event.preventDefault()
      take(activeOption)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setTyped(undefined)
    } else onKeyDown?.(event)
  }
  return (
    <>
      <input
        {...props}
        ref={input}
        type="text"
        className={classes.input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          open(event.currentTarget.value)
        }}
        onPointerDown={(event) => {
          isFirstClick.current = document.activeElement !== event.currentTarget
        }}
        onClick={(event) => {
          // The first click selects the whole value, so that typing replaces it; the next one sets the caret.
          if (isFirstClick.current) event.currentTarget.select()
          open('')
        }}
        onKeyDown={handleKey}
        onBlur={(event) => {
          setTyped(undefined)
          onBlur?.(event)
        }}
      />
      {isOpen && (
        <SuggestionList
          id={id}
          label={`Suggestions for ${props['aria-label']}`}
          anchor={input}
          suggestions={offered}
          active={active}
          current={value}
          onTake={take}
          onClose={() => setTyped(undefined)}
        />
      )}
    </>
  )
}

interface ListProps {
  readonly id: string
  readonly label: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly suggestions: readonly Suggestion[]
  readonly active: number
  /** The value of the text box. */
  readonly current: string
  readonly onTake: (suggestion: Suggestion) => void
  readonly onClose: () => void
}

const highest = 260

type Rectangle = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

const wholeWindow = (): Rectangle => ({ left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight })

const overlap = (a: Rectangle, b: Rectangle) =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom

/**
 * The list below a text box, or above it if there is more room; over everything else. It follows the text box when that is
 * scrolled, and closes when the text box is scrolled out of view.
 */
function SuggestionList({ id, label, anchor, suggestions, active, current, onTake, onClose }: ListProps) {
  /** Everything outside the topmost dialog is inert. */
  const layer = useStore(modalLayers).at(-1)
  const [place, setPlace] = useState<{ left: number; width: number; top?: number; bottom?: number }>()

  useLayoutEffect(() => {
    const follow = (rectangle: Rectangle) => {
      const box = anchor.current?.getBoundingClientRect()
      if (!box) return
      if (!overlap(box, rectangle) || !overlap(box, wholeWindow())) return onClose()
      const isAbove = box.bottom + highest > window.innerHeight && box.top > window.innerHeight - box.bottom
      const side = isAbove ? { bottom: window.innerHeight - box.top + 2 } : { top: box.bottom + 2 }
      setPlace({ left: box.left, width: Math.max(box.width, 260), ...side })
    }
    // Browsers also report the end of a scroll that brought the text box into view before the list was opened.
    const scrolled = ({ target }: Event) => {
      if (target instanceof Element && target.id === id) return
      const isAround = target instanceof Element && target.contains(anchor.current)
      follow(isAround ? target.getBoundingClientRect() : wholeWindow())
    }
    follow(wholeWindow())
    window.addEventListener('scroll', scrolled, { capture: true, passive: true })
    window.addEventListener('resize', onClose)
    return () => {
      window.removeEventListener('scroll', scrolled, { capture: true })
      window.removeEventListener('resize', onClose)
    }
  }, [anchor, id, onClose])

  const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
  return createPortal(
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={classes.list}
      style={{ ...place, maxHeight: highest, visibility: place ? 'visible' : 'hidden' }}
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text box has the focus and takes the keys
        <div
          key={suggestion.value}
          id={`${id}-${index}`}
          ref={index === active ? reveal : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-current={suggestion.value === current || undefined}
          className={`${options.option} ${classes.option}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion)}
        >
          <span>{suggestion.value}</span>
          {suggestion.hint !== undefined && <span className={options.hint}>{suggestion.hint}</span>}
        </div>
      ))}
    </div>,
    layer ?? document.querySelector(overlays) ?? document.body,
  )
}

/** Told what is typed into a text box with suggestions, so that more can be searched on the server. */
export const SuggestionSearch = createContext<((typed: string) => void) | undefined>(undefined)

type CellProps<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, 'onChange' | 'value' | 'aria-label'> & {
  readonly 'aria-label': string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A text box in a cell of a table, with the same look as those with suggestions. */
export const CellInput = ({ onChange, ...props }: CellProps<'input'>) => (
  <input
    {...props}
    type="text"
    className={classes.input}
    autoComplete="off"
    spellCheck={false}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

const maxRows = 6

/** A text of several lines in a cell of a table. It is as high as its text. */
export const CellTextArea = ({ onChange, value, ...props }: CellProps<'textarea'>) => (
  <textarea
    {...props}
    className={`${classes.input} ${classes.lines}`}
    // The number of rows serves browsers without `field-sizing`.
    rows={Math.min(value.split('\n').length, maxRows)}
    value={value}
    autoComplete="off"
    spellCheck={false}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
