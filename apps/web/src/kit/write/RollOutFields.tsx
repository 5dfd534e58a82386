import { MultiSelect, Radio, TextInput } from '@mantine/core'
import { maxTenantsNow, problemOfDue, usualDelayDays } from '@quatrain/contract/kit/roll-out-choice.ts'
import { useState } from 'react'
import type { RollOutChoice } from '#kit/api/write.ts'
import { fromLocalTime, inDays, shortTime, toLocalTime } from '#lib/dates.ts'
import { counted } from '#lib/words.ts'
import classes from './ConfirmWriteDialog.module.css'

/** `canary`: the others follow at a time; `some`: they are paused. */
type WhoFollows = 'all' | 'canary' | 'some'

/** What `RollOutFields` contain. */
interface ChoiceOfTenants {
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

/** The tenants that are listed at once; typing finds the others. */
const maxListed = 100

/** Which tenants follow a change of the catalogue now, and when the others do. */
export function RollOutFields({ of: choice }: { readonly of: ChoiceOfTenants }) {
  const { tenants, who, chosen, due, problems, setWho, setChosen, setDue } = choice
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
          checked={who === value}
          onChange={() => setWho(value)}
        />
      ))}
      {who !== 'all' && (
        <MultiSelect
          label="Tenants that follow now"
          placeholder={chosen.length === 0 ? 'Choose tenants' : undefined}
          data={[...tenants]}
          limit={maxListed}
          value={[...chosen]}
          error={problems.chosen}
          searchable
          nothingFoundMessage="No such tenant is concerned."
          onChange={setChosen}
        />
      )}
      {who === 'canary' && (
        <TextInput
          type="datetime-local"
          label="The other tenants follow at"
          error={problems.due}
          value={toLocalTime(due)}
          onChange={(event) => setDue(fromLocalTime(event.currentTarget.value))}
        />
      )}
      <p role="status">{sentenceOf(choice)}</p>
    </fieldset>
  )
}

const options: readonly { readonly value: WhoFollows; readonly label: string; readonly description: string }[] = [
  { value: 'all', label: 'All tenants now', description: 'As soon as possible.' },
  { value: 'canary', label: 'A canary first', description: 'Some tenants now, the others at a later time.' },
  { value: 'some', label: 'Only some tenants', description: 'The others are paused until you run them.' },
]

function sentenceOf({ tenants, who, chosen, due, isComplete }: ChoiceOfTenants): string {
  if (who === 'all') return `${followNow(tenants.length)}.`
  if (chosen.length === 0) return 'Choose at least one tenant.'
  const others = tenants.length - chosen.length
  if (others === 0) return `${followNow(chosen.length)}: these are all.`
  if (!isComplete) return `${followNow(chosen.length)}.`
  const verb = others === 1 ? 'follows' : 'follow'
  const later =
    who === 'canary' && due !== null ? `${verb} on ${shortTime(due)}` : others === 1 ? 'is paused' : 'are paused'
  return `${followNow(chosen.length)}; ${counted(others, 'other tenant')} ${later} and until then ${others === 1 ? 'sees its' : 'see their'} old state.`
}

const followNow = (count: number) => `${counted(count, 'tenant')} ${count === 1 ? 'follows' : 'follow'} now`
