import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { colourSchemeManager } from '#ui/colour-scheme.ts'
import { cssVariables, theme } from '#ui/theme.ts'

interface Props {
  readonly client: QueryClient
  readonly children: ReactNode
}

/** What every part of the console stands on. */
export function Providers({ client, children }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colourSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}
