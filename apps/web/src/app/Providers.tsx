import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { colourSchemeManager, theme } from '#ui/theme.ts'
import classes from './CannotStart.module.css'

interface Props {
  readonly client: QueryClient
  readonly children: ReactNode
}

/** The contexts of all parts of the console. */
export function Providers({ client, children }: Props) {
  return (
    <ErrorBoundary fallback={(error) => <Broken error={error} />}>
      <MantineProvider
        theme={theme}
        colorSchemeManager={colourSchemeManager}
        defaultColorScheme="auto"
        // Both would add style elements, which the content security policy forbids. Our style sheet contains the
        // variables.
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </MantineProvider>
    </ErrorBoundary>
  )
}

/** Replaces the page when the application itself fails. It uses nothing that could have failed too. */
function Broken({ error }: { readonly error: unknown }) {
  return (
    <main className={classes.page}>
      <title>Something went wrong | Quatrain</title>
      <h1>Something went wrong</h1>
      <p className={classes.why}>{error instanceof Error ? error.message : String(error)}</p>
      <p>The console may have been updated, or the connection is interrupted. What you typed is kept as a draft.</p>
      <button type="button" className={classes.reload} onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </main>
  )
}
