import { Button } from '@mantine/core'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { useFormState, useWatch } from 'react-hook-form'
import { counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { countChanges } from './parts.ts'
import classes from './SaveBar.module.css'
import type { ResourceFormState } from './use-resource-form.ts'

/** At the bottom of every form: what has changed, what is wrong, and what can be done about it. */
export function SaveBar<Values extends FieldValues, Sent>({ form }: { readonly form: ResourceFormState<Values, Sent> }) {
  const { mode, methods, shape, base, isBusy } = form
  const { errors } = useFormState({ control: methods.control })
  const changes = useWatch({
    control: methods.control,
    compute: (values: Values) => countChanges(shape.parts, base.values, values),
  })
  const problems = countProblems(errors)
  const hasNothingToSave = mode === 'change' && changes === 0
  return (
    <section className={classes.bar} aria-label="Save" data-bottom-bar>
      <Button type="submit" loading={isBusy} disabled={problems > 0 || hasNothingToSave}>
        Save
      </Button>
      <Button variant="default" onClick={form.cancel} disabled={isBusy}>
        Cancel
      </Button>
      <span className={classes.state} role="status">
        {changes === 0 ? 'No changes' : counted(changes, 'change')}
        {problems > 0 && ', '}
        {problems > 0 && (
          <button
            type="button"
            className={classes.problems}
            onClick={() => void methods.trigger(undefined, { shouldFocus: true })}
          >
            <Icon name="warning" size={15} />
            {counted(problems, 'problem')}
          </button>
        )}
      </span>
      {form.remove && (
        <Button className={classes.remove} variant="default" onClick={form.remove} disabled={isBusy}>
          Delete
        </Button>
      )}
    </section>
  )
}

/** How many messages there are at fields, however deep they stand. */
export function countProblems(errors: FieldErrors | undefined): number {
  return Object.values(errors ?? {}).reduce<number>((count, error) => {
    if (typeof error !== 'object' || error === null) return count
    if ('message' in error && typeof error.message === 'string') return count + 1
    return count + Object.values(error).reduce<number>((sum, inner) => sum + countInner(inner), 0)
  }, 0)
}

const countInner = (inner: unknown): number =>
  typeof inner === 'object' && inner !== null ? countProblems({ inner: { ...inner } }) : 0
