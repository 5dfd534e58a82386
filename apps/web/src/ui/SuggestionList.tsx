import { type RefObject, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { modalLayers } from './modal-layers.ts'
import options from './options.module.css'
import { overlays } from './overlays.ts'
import classes from './SuggestInput.module.css'
import { useStore } from './store.ts'
import type { Suggestion } from './suggestions.ts'

interface Props {
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
export function SuggestionList({ id, label, anchor, suggestions, active, current, onTake, onClose }: Props) {
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
