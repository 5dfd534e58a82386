import { MultiSelect, Radio } from '@mantine/core'
import { maxTenantsNow, problemOfDue, usualDelayDays } from '@quatrain/contract/kit/roll-out-choice.ts'
import { useState } from 'react'
import type { RollOutChoice } from '#kit/api/write.ts'
import { MomentInput } from '#kit/page/DateInput.tsx'
import { inDays, shortTime } from '#lib/dates.ts'
import { counted } from '#lib/words.ts'
import classes from './ConfirmWriteDialog.module.css'

/** `canary`: the others follow at a time; `some`: they are paused. */
type Scope = 'all' | 'canary' | 'some'

/** What `RollOutFields` contain. */
interface ChoiceOfTenants {
  /** The tenants that the change concerns. */
  readonly tenants: readonly string[]
  readonly scope: Scope
  readonly tenantsNow: readonly string[]
  /** ISO 8601; null while it is incomplete. */
  readonly due: string | null
  readonly problems: { readonly tenantsNow?: string | undefined; readonly due?: string | undefined }
  readonly isComplete: boolean
  /** What is sent; undefined if all tenants follow now. */
  readonly choice: RollOutChoice | undefined
  readonly setScope: (scope: Scope) => void
  readonly setTenantsNow: (names: readonly string[]) => void
  readonly setDue: (due: string | null) => void
}

/** Which of the tenants follow a change now; at first as in an earlier choice, or all of them. */
export function useRollOutChoice(tenants: readonly string[], earlierChoice?: RollOutChoice): ChoiceOfTenants {
  const [scope, setScope] = useState<Scope>(scopeOf(earlierChoice))
  const [names, setTenantsNow] = useState(earlierChoice?.tenantsNow ?? [])
  const [due, setDue] = useState<string | null>(() => earlierChoice?.othersDue ?? inDays(usualDelayDays))
  // The effects may have changed since these were chosen.
  const tenantsNow = names.filter((name) => tenants.includes(name))
  const problems = {
    tenantsNow: tenantsNow.length > maxTenantsNow ? `At most ${maxTenantsNow} tenants can be chosen` : undefined,
    due: scope === 'canary' ? problemOfDue(due ?? '', new Date()) : undefined,
  }
  const isComplete = scope === 'all' || (tenantsNow.length > 0 && !problems.tenantsNow && !problems.due)
  const othersDue = scope === 'canary' ? (due ?? undefined) : undefined
  const choice = scope === 'all' ? undefined : { tenantsNow, othersDue }
  return { tenants, scope, tenantsNow, due, problems, isComplete, choice, setScope, setTenantsNow, setDue }
}

function scopeOf(choice: RollOutChoice | undefined): Scope {
  if (!choice) return 'all'
  return choice.othersDue === undefined ? 'some' : 'canary'
}

/** The tenants that are listed at once; typing finds the others. */
const maxListed = 100

/** Which tenants follow a change of the catalogue now, and when the others do. */
export function RollOutFields({ choice }: { readonly choice: ChoiceOfTenants }) {
  const { tenants, scope, tenantsNow, due, problems, setScope, setTenantsNow, setDue } = choice
  return (
    <fieldset className={classes.rollOut}>
      <legend>Tenants</legend>
      {options.map(({ value, label, description }) => (
        <Radio
          key={value}
          name="who-follows"
          value={value}
          label={label}
          description={description}
          checked={scope === value}
          onChange={() => setScope(value)}
        />
      ))}
      {scope !== 'all' && (
        <MultiSelect
          label="Tenants that follow now"
          placeholder={tenantsNow.length === 0 ? 'Choose tenants' : undefined}
          data={[...tenants]}
          limit={maxListed}
          value={[...tenantsNow]}
          error={problems.tenantsNow}
          searchable
          nothingFoundMessage="No such tenant is concerned."
          onChange={setTenantsNow}
        />
      )}
      {scope === 'canary' && (
        <MomentInput label="The other tenants follow at" error={problems.due} moment={due} onChange={setDue} />
      )}
      <p role="status">{sentenceOf(choice)}</p>
    </fieldset>
  )
}

const options: readonly { readonly value: Scope; readonly label: string; readonly description: string }[] = [
  { value: 'all', label: 'All tenants now', description: 'As soon as possible.' },
  { value: 'canary', label: 'A canary first', description: 'Some tenants now, the others at a later time.' },
  { value: 'some', label: 'Only some tenants', description: 'The others are paused until you run them.' },
]

function sentenceOf({ tenants, scope, tenantsNow, due, isComplete }: ChoiceOfTenants): string {
  if (scope === 'all') return `${followNow(tenants.length)}.`
  if (tenantsNow.length === 0) return 'Choose at least one tenant.'
  const tenantsLater = tenants.length - tenantsNow.length
  if (tenantsLater === 0) return `${followNow(tenantsNow.length)}: these are all.`
  if (!isComplete) return `${followNow(tenantsNow.length)}.`
  const verb = tenantsLater === 1 ? 'follows' : 'follow'
  const later =
    scope === 'canary' && due !== null
      ? `${verb} on ${shortTime(due)}`
      : tenantsLater === 1
        ? 'is paused'
        : 'are paused'
  return `${followNow(tenantsNow.length)}; ${counted(tenantsLater, 'other tenant')} ${later} and until then ${tenantsLater === 1 ? 'sees its' : 'see their'} old state.`
}

const followNow = (count: number) => `${counted(count, 'tenant')} ${count === 1 ? 'follows' : 'follow'} now`
