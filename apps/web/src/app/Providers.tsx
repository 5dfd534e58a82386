import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { colourSchemeManager } from '#ui/colour-scheme.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { theme } from '#ui/theme.ts'
import { Broken } from './Broken.tsx'

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
