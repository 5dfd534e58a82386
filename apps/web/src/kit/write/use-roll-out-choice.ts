import { maxTenantsNow, problemOfDue, usualDelayDays } from '@quatrain/contract/kit/roll-out-choice.ts'
import { useState } from 'react'
import type { RollOutChoice } from '#kit/api/write.ts'
import { inDays } from '#lib/dates.ts'

/** `canary`: the others follow at a time; `some`: they are paused. */
export type WhoFollows = 'all' | 'canary' | 'some'

/** What `RollOutFields` contain. */
export interface ChoiceOfTenants {
  /** The tenants that the change concerns. */
  readonly tenants: readonly string[]
  readonly who: WhoFollows
  readonly chosen: readonly string[]
  /** ISO 8601; null while it is incomplete. */
  readonly due: string | null
  readonly problems: { readonly chosen?: string | undefined; readonly due?: string | undefined }
  readonly isComplete: boolean
  /** What is sent; undefined if all tenants follow now. */
  readonly choice: RollOutChoice | undefined
  readonly setWho: (who: WhoFollows) => void
  readonly setChosen: (chosen: readonly string[]) => void
  readonly setDue: (due: string | null) => void
}

/** Which of the tenants follow a change now; at first as `given`, or all of them. */
export function useRollOutChoice(tenants: readonly string[], given?: RollOutChoice): ChoiceOfTenants {
  const [who, setWho] = useState<WhoFollows>(whoIn(given))
  const [named, setChosen] = useState(given?.tenantsNow ?? [])
  const [due, setDue] = useState<string | null>(() => given?.othersDue ?? inDays(usualDelayDays))
  // The effects may have changed since these were chosen.
  const chosen = named.filter((name) => tenants.includes(name))
  const problems = {
    chosen: chosen.length > maxTenantsNow ? `At most ${maxTenantsNow} tenants can be chosen` : undefined,
    due: who === 'canary' ? problemOfDue(due ?? '', new Date()) : undefined,
  }
  const isComplete = who === 'all' || (chosen.length > 0 && !problems.chosen && !problems.due)
  const othersDue = who === 'canary' ? (due ?? undefined) : undefined
  const choice = who === 'all' ? undefined : { tenantsNow: chosen, othersDue }
  return { tenants, who, chosen, due, problems, isComplete, choice, setWho, setChosen, setDue }
}

function whoIn(given: RollOutChoice | undefined): WhoFollows {
  if (!given) return 'all'
  return given.othersDue === undefined ? 'some' : 'canary'
}
