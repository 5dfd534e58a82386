import type { ConfigOptions } from '@quatrain/contract/console.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { type Action, can, type Visitor } from '@quatrain/contract/policy.ts'
import type { UserDetails } from '@quatrain/contract/session.ts'
import { createContext, type ReactNode, use } from 'react'

/** Whose console this is, and who looks at it. */
export interface Surroundings {
  readonly visitor: Visitor
  /** Nobody on public pages, whoever is signed in. */
  readonly user?: UserDetails | undefined
  readonly options: ConfigOptions
}

const SurroundingsContext = createContext<Surroundings | undefined>(undefined)

export function SurroundingsProvider({ children, ...value }: Surroundings & { readonly children: ReactNode }) {
  return <SurroundingsContext value={value}>{children}</SurroundingsContext>
}

export function useSurroundings(): Surroundings {
  const surroundings = use(SurroundingsContext)
  if (!surroundings) throw new Error('This part stands outside of the console.')
  return surroundings
}

/** Asks the rule that the server refuses by. */
export function useMay(): (action: Action, resource: Resource, record?: { readonly groupname?: unknown }) => boolean {
  const { visitor } = useSurroundings()
  return (action, resource, record) => can(visitor, action, resource, record)
}
