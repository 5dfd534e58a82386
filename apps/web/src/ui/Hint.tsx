import { cloneElement, type HTMLAttributes, lazy, type ReactElement, Suspense, useId, useState } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

// The code that places it is loaded with the first. If it is missing after an update, the page is not reloaded for it.
const FloatingHint = lazy(async () => ({ default: (await import('./FloatingHint.tsx')).FloatingHint }))

interface Props {
  /** Undefined if there is nothing to add. */
  readonly label: string | undefined
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>
}

/** Shows a text above an element while the pointer or the focus is on it. */
export function Hint({ label, children }: Props) {
  const id = useId()
  const [target, setTarget] = useState<HTMLElement>()
  const hide = () => setTarget(undefined)
  const isShown = target !== undefined && label !== undefined
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': isShown ? id : undefined,
        onMouseEnter: ({ currentTarget }) => setTarget(currentTarget),
        onMouseLeave: hide,
        onFocus: ({ currentTarget, target }) => {
          if (target.matches(':focus-visible')) setTarget(currentTarget)
        },
        onBlur: hide,
      })}
      {isShown && (
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <FloatingHint id={id} target={target} label={label} onDismiss={hide} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
