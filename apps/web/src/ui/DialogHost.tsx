import { Suspense } from 'react'
import { openDialogs } from './dialogs.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { tell } from './messages.ts'
import { useStore } from './store.ts'

/** Renders the open dialogs; once in the application. A dialog that fails is closed with a message, and the page stays. */
export function DialogHost() {
  return useStore(openDialogs).map(({ id, node, close }) => (
    <ErrorBoundary
      key={id}
      fallback={() => null}
      onError={(error) => {
        close()
        tell.error({ title: 'Something went wrong', lines: [error instanceof Error ? error.message : String(error)] })
      }}
    >
      <Suspense>{node}</Suspense>
    </ErrorBoundary>
  ))
}
