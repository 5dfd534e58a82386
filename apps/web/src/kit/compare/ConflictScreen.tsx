import { Button } from '@mantine/core'
import { merge } from '@quatrain/contract/compare/compare.ts'
import type { Choice, Choices, Sides } from '@quatrain/contract/compare/sides.ts'
import { useMemo, useState } from 'react'
import { Notice } from '#ui/Notice.tsx'
import { focusHeading } from '#ui/PageFrame.tsx'
import { ConflictEntry } from './ConflictEntry.tsx'
import classes from './ConflictScreen.module.css'
import { type Comparable, comparedFields } from './comparable.ts'

interface Props<Values> extends Sides<Values> {
  readonly form: Comparable<Values>
  readonly noun: string
  readonly onResolve: (result: Values) => void
}

/** Another user saved first: theirs, mine and the result side by side, entry by entry. No input is lost. */
export function ConflictScreen<Values>({ form, base, mine, theirs, noun, onResolve }: Props<Values>) {
  const [choices, setChoices] = useState<Choices>(new Map())
  const sides = useMemo(
    () => ({ base: form.toDocument(base), mine: form.toDocument(mine), theirs: form.toDocument(theirs) }),
    [form, base, mine, theirs],
  )
  const { value, entries } = useMemo(() => merge(comparedFields(form), sides, choices), [form, sides, choices])
  const choose = (key: string, choice: Choice) => setChoices(new Map(choices).set(key, choice))
  return (
    <section ref={takeFocus} tabIndex={-1} className={classes.screen} aria-label="Changed by somebody else">
      <Notice kind="warning" role="alert">
        <p>
          Somebody else saved this {noun} while you were changing it. Their changes and yours are merged below. Choose
          what to keep, then save.
        </p>
      </Notice>
      <table className={classes.table}>
        <caption className="visually-hidden">Changes on both sides</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Theirs</th>
            <th scope="col">Mine</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <ConflictEntry
              key={entry.key}
              entry={entry}
              choices={choices}
              onChoose={(choice) => choose(entry.key, choice)}
            />
          ))}
        </tbody>
      </table>
      <div className={classes.actions}>
        <Button onClick={() => onResolve(form.fromDocument(value, theirs) ?? theirs)}>Continue with the result</Button>
        <Button variant="default" onClick={() => onResolve(theirs)}>
          Take theirs, drop mine
        </Button>
      </div>
    </section>
  )
}

/** The focused element disappears when this is shown, and this disappears when the form is shown again. */
const takeFocus = (section: HTMLElement | null) => {
  section?.focus()
  return focusHeading
}
