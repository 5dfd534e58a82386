import { Fragment, type ReactNode, useCallback, useState } from 'react'
import classes from './ClampedText.module.css'
import { Hint } from './Hint.tsx'
import { Mark, type Tone } from './Mark.tsx'
import { NoValue } from './ValueText.tsx'

interface Props {
  /** The whole text, shown on hover and on focus if it does not fit. */
  readonly text: string
  /** What shows it, if it is more than the text: a link, or marks. */
  readonly children?: ReactNode
}

/** What is left of the end of a name. */
const endOfName = 9

/** Names often differ at their ends, as with a version: one name is cut in the middle, and other texts at the end. */
const isName = (text: string, children: ReactNode) =>
  text.length > 2 * endOfName && /^[^ ,]+( [^ ,]+)?$/.test(text) && !Array.isArray(children)

/** A text on one line, in narrow windows on up to four, truncated if it does not fit. There, a link is whole on all its lines. */
export function ClampedText({ text, children }: Props) {
  const [isCut, setCut] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const table = element.closest('table')
    const observer = new ResizeObserver(() => {
      const isNowCut = [element, ...element.children].some(
        ({ scrollWidth, scrollHeight }) => scrollWidth > element.clientWidth || scrollHeight > element.clientHeight,
      )
      setCut(isNowCut)
      // A link can have the focus itself.
      const isStop = isNowCut && element.querySelector('a') === null
      element.toggleAttribute('data-cut', isStop)
      if (!isStop) element.removeAttribute('tabindex')
      else if (!table) element.tabIndex = 0
      if (table) keepOneTabStop(table)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      element.removeAttribute('data-cut')
      if (table) keepOneTabStop(table)
    }
  }, [])
  if (text === '') return null
  return (
    <Hint label={isCut ? text : undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it gets the focus where it is cut, as a part of its table */}
      <span
        ref={watch}
        className={classes.text}
        data-end={isCut && isName(text, children) ? `…${text.slice(-endOfName)}` : undefined}
        onKeyDown={(event) => {
          if (event.target === event.currentTarget && moveFrom(event.currentTarget, event.key)) event.preventDefault()
        }}
      >
        {children ?? <span>{text}</span>}
      </span>
    </Hint>
  )
}

// Truncated texts can be focused, which shows them whole. Those of a table are one tab stop, as in a toolbar: the arrow
// keys move between them.

const cut = '[data-cut]'

const textsIn = (table: Element) => [...table.querySelectorAll<HTMLElement>(cut)]

function stopAt(texts: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const text of texts) text.tabIndex = text === stop ? 0 : -1
}

/** Called after texts were added, removed or resized: one of the table stays in the tab order. */
function keepOneTabStop(table: Element): void {
  const texts = textsIn(table)
  stopAt(texts, texts.find(({ tabIndex }) => tabIndex === 0) ?? texts[0])
}

const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowRight', 1],
  ['ArrowUp', -1],
  ['ArrowLeft', -1],
])

/** Moves the focus from a text to the one that a key selects; returns whether there is one. */
function moveFrom(text: HTMLElement, key: string): boolean {
  const table = text.closest('table')
  const step = steps.get(key)
  if (!table || step === undefined) return false
  const texts = textsIn(table)
  const next = texts[texts.indexOf(text) + step]
  if (!next) return false
  stopAt(texts, next)
  next.focus()
  return true
}

interface MarkLineProps {
  readonly words: readonly string[]
  readonly toneOf: (word: string) => Tone
}

/** Marks on one line of a table. If they do not fit, all of them are shown on hover and on focus. */
export function MarkLine({ words, toneOf }: MarkLineProps) {
  if (words.length === 0) return <NoValue />
  return (
    <ClampedText text={words.join(', ')}>
      {words.map((word) => (
        <Fragment key={word}>
          <Mark tone={toneOf(word)}>{word}</Mark>{' '}
        </Fragment>
      ))}
    </ClampedText>
  )
}
