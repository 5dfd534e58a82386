import type { ConfigOptions } from '@quatrain/contract/console/options.ts'
import { useEffect, useMemo } from 'react'
import { ConsoleContextProvider } from '#kit/api/console-context.tsx'
import { ConsoleRouter } from './ConsoleRouter.tsx'
import { rememberFrame } from './first-frame.ts'
import { publicRoutes } from './routes.tsx'

interface Props {
  readonly isTenant: boolean
  readonly options: ConfigOptions
}

/** The public pages, which do not depend on the session. */
export function PublicConsole({ isTenant, options }: Props) {
  const deployment = isTenant ? 'tenant' : 'super'
  const routes = useMemo(() => publicRoutes(deployment), [deployment])
  const caller = useMemo(() => ({ deployment }) as const, [deployment])
  useEffect(() => rememberFrame(deployment, options.tenant_display_name, false), [deployment, options])
  return (
    <ConsoleContextProvider caller={caller} options={options}>
      <ConsoleRouter routes={routes} />
    </ConsoleContextProvider>
  )
}
