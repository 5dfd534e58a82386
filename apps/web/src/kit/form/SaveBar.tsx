import { Button } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { countChanges } from '#kit/compare/comparable.ts'
import { focusProblem, problemPaths } from '#kit/fields/problems.ts'
import { counted } from '#lib/words.ts'
import { BusyButton } from '#ui/BusyButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import classes from './SaveBar.module.css'
import type { ResourceFormState } from './use-resource-form.ts'

/**
 * The bottom of every form: the number of changes of a stored object, the number of problems, and the buttons. Save goes
 * to the first problem, unless the specification disables it.
 */
export function SaveBar<Values extends FieldValues>({ form }: { readonly form: ResourceFormState<Values> }) {
  const { mode, methods, definition, base, isBusy } = form
  const { errors } = useFormState({ control: methods.control })
  const values = useWatch({ control: methods.control, compute: (values: Values) => values })
  const changes = useMemo(() => countChanges(definition, base.values, values), [definition, base, values])
  const problems = problemPaths(errors, values)
  const last = useRef('')
  const showNext = () => {
    const next = problems[(problems.indexOf(last.current) + 1) % problems.length]
    if (next !== undefined) last.current = focusProblem(methods, next)
  }
  const { rowsToComplete } = definition
  const isBlocked = rowsToComplete !== undefined && problems.some((path) => path.startsWith(`${rowsToComplete}.`))
  const hasNothingToSave = mode === 'change' && changes === 0
  return (
    <section className={classes.bar} aria-label="Save" data-bottom-bar>
      <BusyButton type="submit" isBusy={isBusy && !form.isDeleting} disabled={isBlocked || hasNothingToSave}>
        Save
      </BusyButton>
      <Button variant="default" onClick={form.cancel} disabled={isBusy}>
        Cancel
      </Button>
      <span className={classes.state} role="status">
        {mode === 'change' && (changes > 0 ? counted(changes, 'change') : problems.length === 0 && 'No changes')}
        {mode === 'change' && changes > 0 && problems.length > 0 && ', '}
        {problems.length > 0 && (
          <button type="button" className={classes.problems} title="Go to the next problem" onClick={showNext}>
            <Icon name="warning" size={15} />
            {counted(problems.length, 'problem')}
          </button>
        )}
      </span>
      {form.remove && (
        <BusyButton
          className={classes.remove}
          variant="default"
          onClick={form.remove}
          isBusy={form.isDeleting}
          disabled={isBusy}
        >
          Delete
        </BusyButton>
      )}
    </section>
  )
}
