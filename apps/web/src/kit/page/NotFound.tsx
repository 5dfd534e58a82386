import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { PageFrame } from '#ui/PageFrame.tsx'
import { createStore } from '#ui/store.ts'

/** The number of these components on the screen, for the title of the document. */
export const missingPages = createStore(0)

interface Props {
  /** The missing object, as a sentence. */
  readonly detail?: string
  /** The reason, as a sentence, if it is known. */
  readonly why?: string
  readonly to?: string
  readonly toWhat?: string
  /** Other possible actions. */
  readonly children?: ReactNode
}

/** Replaces a page or an object that does not exist. */
export function NotFound(props: Props) {
  const { detail = 'There is no page at this address.', to = '/ui/home', toWhat = 'home', children } = props
  const { why = 'It may have been deleted or renamed, or the address was not copied whole.' } = props
  useEffect(() => {
    missingPages.set((count) => count + 1)
    return () => missingPages.set((count) => count - 1)
  }, [])
  return (
    <PageFrame title="Not found" width="reading">
      <p>{detail}</p>
      <p>
        {why} <Link to={to}>Go to {toWhat}</Link>.
      </p>
      {children}
    </PageFrame>
  )
}
