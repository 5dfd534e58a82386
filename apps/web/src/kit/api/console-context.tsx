import type { EffectiveRule, UserDetails } from '@quatrain/contract/accounts/session.ts'
import type { ConfigOptions } from '@quatrain/contract/console/options.ts'
import { type Action, type Caller, can, type Owned } from '@quatrain/contract/kit/policy.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { createContext, type ReactNode, use } from 'react'

/** The tenant of the console, and its user. */
export interface ConsoleContext {
  readonly caller: Caller
  /** Undefined on public pages, even with a session. */
  readonly user?: UserDetails | undefined
  readonly options: ConfigOptions
  /** What is changed by change requests only; undefined if nothing is. */
  readonly changeRule?: EffectiveRule | undefined
}

const CurrentContext = createContext<ConsoleContext | undefined>(undefined)

export function ConsoleContextProvider({ children, ...value }: ConsoleContext & { readonly children: ReactNode }) {
  return <CurrentContext value={value}>{children}</CurrentContext>
}

export function useConsoleContext(): ConsoleContext {
  const context = use(CurrentContext)
  if (!context) throw new Error('This part stands outside of the console.')
  return context
}

/** Applies the rule that the server enforces. */
export function useMay(): (action: Action, resource: Resource, record?: Owned) => boolean {
  const { caller } = useConsoleContext()
  return (action, resource, record) => can(caller, action, resource, record)
}

/** Whether the user saves objects of a kind directly, only with a reason, or only by a change request: a rule of the tenant. */
export function useDirectSaves({ kind }: Pick<Resource, 'kind'>): 'open' | 'with a reason' | 'closed' {
  const { changeRule, user } = useConsoleContext()
  if (!changeRule?.kinds.includes(kind)) return 'open'
  return changeRule.bypass && user?.is_superuser ? 'with a reason' : 'closed'
}
