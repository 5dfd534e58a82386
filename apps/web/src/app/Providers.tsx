import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { colourSchemeManager } from '#ui/colour-scheme.ts'
import { theme } from '#ui/theme.ts'

interface Props {
  readonly client: QueryClient
  readonly children: ReactNode
}

/** What every part of the console stands on. */
export function Providers({ client, children }: Props) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colourSchemeManager}
      defaultColorScheme="auto"
      // Both would add style elements, which the content security policy forbids. Our style sheet has the variables.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}
