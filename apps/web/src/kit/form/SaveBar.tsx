import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { countChanges } from '#kit/compare/comparable.ts'
import { counted } from '#lib/words.ts'
import { BusyButton } from '#ui/BusyButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { focusFirstProblem } from './problems.ts'
import classes from './SaveBar.module.css'
import type { ResourceFormState } from './use-resource-form.ts'

/** The bottom of every form: the number of changes and problems, and the buttons. */
export function SaveBar<Values extends FieldValues>({ form }: { readonly form: ResourceFormState<Values> }) {
  const { mode, methods, definition, base, isBusy } = form
  const { errors } = useFormState({ control: methods.control })
  const values = useWatch({ control: methods.control, compute: (values: Values) => values })
  const changes = useMemo(() => countChanges(definition, base.values, values), [definition, base, values])
  const problems = countProblems(errors)
  const hasNothingToSave = mode === 'change' && changes === 0
  return (
    <section className={classes.bar} aria-label="Save" data-bottom-bar>
      <BusyButton type="submit" isBusy={isBusy && !form.isDeleting} disabled={problems > 0 || hasNothingToSave}>
        Save
      </BusyButton>
      <Button variant="default" onClick={form.cancel} disabled={isBusy}>
        Cancel
      </Button>
      <span className={classes.state} role="status">
        {changes === 0 ? problems === 0 && 'No changes' : counted(changes, 'change')}
        {changes > 0 && problems > 0 && ', '}
        {problems > 0 && (
          <button type="button" className={classes.problems} onClick={() => focusFirstProblem(methods)}>
            <Icon name="warning" size={15} />
            {counted(problems, 'problem')}
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

/** The number of messages at fields, at any depth. */
function countProblems(errors: unknown): number {
  if (typeof errors !== 'object' || errors === null) return 0
  if ('message' in errors && typeof errors.message === 'string') return 1
  return Object.values(errors).reduce<number>((count, inner) => count + countProblems(inner), 0)
}
