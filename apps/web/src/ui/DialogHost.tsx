import { Suspense } from 'react'
import { openDialogs } from './dialogs.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { tell } from './messages.ts'
import { useStore } from './store.ts'

/** Where dialogs appear; once in the whole application. A dialog that fails closes and says so, and the page stays. */
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
