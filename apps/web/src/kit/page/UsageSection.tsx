import { type ReactNode, useEffect, useId } from 'react'
import { createStore } from '#ui/store.ts'
import details from './details.module.css'

/** The id of the heading of the dependents on the screen, to which the head of the page leads. */
export const usedBy = createStore<string | undefined>(undefined)

/** The section of the dependents of an object. */
export function UsageSection({ isBusy, children }: { readonly isBusy: boolean; readonly children: ReactNode }) {
  const heading = useId()
  useEffect(() => {
    usedBy.set(() => heading)
    return () => usedBy.set(() => undefined)
  }, [heading])
  return (
    <section className={details.section} aria-labelledby={heading} aria-busy={isBusy}>
      <h2 id={heading}>Where it is used</h2>
      {children}
    </section>
  )
}
