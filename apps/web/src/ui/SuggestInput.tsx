import { type ComponentProps, type KeyboardEvent, useContext, useId, useRef, useState } from 'react'
import classes from './SuggestInput.module.css'
import { SuggestionList } from './SuggestionList.tsx'
import { SuggestionSearch } from './suggestion-search.ts'
import { matching, type Suggestion } from './suggestions.ts'

interface Props extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'list' | 'aria-label'> {
  readonly 'aria-label': string
  readonly value: string
  readonly suggestions: readonly Suggestion[]
  readonly onChange: (value: string) => void
}

/**
 * A text box with suggestions: typing filters them, the arrow keys move through them, Enter selects one, Escape closes
 * the list. It is cheap to render, because a table can contain hundreds.
 */
export function SuggestInput({ value, suggestions, onChange, onKeyDown, onBlur, ...props }: Props) {
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
