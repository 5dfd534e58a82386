import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type FormEvent, type ReactNode, Suspense, useMemo, useRef } from 'react'
import { type FieldValues, FormProvider, useFormState, useWatch } from 'react-hook-form'
import { useDirectSaves } from '#kit/api/console-context.tsx'
import { countChanges } from '#kit/compare/comparable.ts'
import { focusProblem, problemPaths } from '#kit/fields/problems.ts'
import { ImportNotice, type LastImport } from '#kit/imports/last-import.tsx'
import { loadWriteDialog } from '#kit/write/form-write.ts'
import { lazyPart, preloadPart } from '#lib/load-part.ts'
import { counted } from '#lib/words.ts'
import { BusyButton } from '#ui/dialogs.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { FormColumns } from './ReadOnlyForm.tsx'
import classes from './ResourceForm.module.css'
import bar from './SaveBar.module.css'
import { useFollowing, useLeaveGuard } from './use-draft.tsx'
import type { ResourceFormState } from './use-resource-form.ts'

interface RecordFormPageProps<Values extends FieldValues> {
  readonly form: ResourceFormState<Values>
  readonly title: string
  readonly actions?: ReactNode
  readonly menu?: ReactNode
  /** The last import into the form, which can be undone. */
  readonly lastImport?: LastImport
  readonly notice?: ReactNode
  readonly width?: 'reading' | 'full'
  readonly children: ReactNode
}

/** The page of a form: its heading with the name of the stored object, its notices, and the form. */
export const RecordFormPage = <Values extends FieldValues>(props: RecordFormPageProps<Values>) => {
  const { form, title, actions, menu, notice, lastImport, width = 'reading', children } = props
  const { nameOf, titleOf = nameOf } = form.definition
  const object = form.mode === 'change' ? titleOf(form.base.values) : undefined
  return (
    <PageFrame title={title} object={object} menu={menu} actions={actions} width={width}>
      {notice}
      {lastImport && <ImportNotice {...lastImport} />}
      <ResourceForm form={form}>{children}</ResourceForm>
    </PageFrame>
  )
}

/** A part of the form of any values; a lazy component has no type parameters. */
type FormPart = <Values extends FieldValues>(props: { readonly form: ResourceFormState<Values> }) => ReactNode

// Loaded after the form, which does not wait for them.
const loadLaterParts = () => import('./LaterParts.tsx')
const FormNotices = lazyPart(loadLaterParts, ({ FormNotices }) => FormNotices<FieldValues>) as FormPart
const AsCodeButton = lazyPart(loadLaterParts, ({ AsCodeButton }) => AsCodeButton<FieldValues>) as FormPart

const FormFindings = lazyPart(loadLaterParts, ({ FormFindings }) => FormFindings<FieldValues>) as FormPart

interface Props<Values extends FieldValues> {
  readonly form: ResourceFormState<Values>
  readonly children: ReactNode
}

/** The frame of every form: its draft, the question before leaving, conflicts with other users, and the save bar. */
export function ResourceForm<Values extends FieldValues>({ form, children }: Props<Values>) {
  const { methods, draft, base, conflict, ConflictScreen, definition, visited } = form
  useFollowing(methods, draft, base)
  useLeaveGuard(form)
  const directSaves = useDirectSaves(definition.resource)
  const save = () => (directSaves === 'closed' ? form.collect?.() : form.save())
  useHotkeys([['mod+S', save]], [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <FormProvider {...methods}>
      {conflict && ConflictScreen && (
        <ConflictScreen
          // A later save of another user is another conflict.
          key={conflict.etag}
          form={definition}
          base={base.values}
          mine={methods.getValues()}
          theirs={conflict.values}
          noun={definition.resource.label.one}
          onResolve={form.resolveConflict}
        />
      )}
      <form
        className={classes.form}
        onFocusCapture={() => preloadPart(loadWriteDialog)}
        // Before the validation of the field.
        onBlurCapture={({ target }) => visited.leave(target)}
        onSubmit={submit}
        noValidate
        hidden={conflict !== undefined}
      >
        <Suspense>
          <FormNotices form={form} />
        </Suspense>
        <p className={classes.required}>Every field is required unless it says optional.</p>
        <FormColumns>{children}</FormColumns>
        <Suspense>
          <FormFindings form={form} />
        </Suspense>
        <SaveBar form={form} />
      </form>
    </FormProvider>
  )
}

/**
 * The bottom of every form: the number of changes of a stored object, the number of problems, and the buttons. Save goes
 * to the first problem, unless the specification disables it.
 */
function SaveBar<Values extends FieldValues>({ form }: { readonly form: ResourceFormState<Values> }) {
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
  const directSaves = useDirectSaves(definition.resource)
  return (
    <section className={bar.bar} aria-label="Save" data-bottom-bar>
      {directSaves !== 'closed' && (
        <BusyButton type="submit" isBusy={isBusy && !form.isDeleting} disabled={isBlocked || hasNothingToSave}>
          Save
        </BusyButton>
      )}
      {form.collect && (
        <Button
          variant={directSaves === 'closed' ? 'filled' : 'default'}
          onClick={form.collect}
          disabled={isBusy || isBlocked || hasNothingToSave}
        >
          Add to change request
        </Button>
      )}
      <Button variant="default" onClick={form.cancel} disabled={isBusy}>
        Cancel
      </Button>
      <span className={bar.state} role="status">
        {mode === 'change' && (changes > 0 ? counted(changes, 'change') : problems.length === 0 && 'No changes')}
        {mode === 'change' && changes > 0 && problems.length > 0 && ', '}
        {problems.length > 0 && (
          <button type="button" className={bar.problems} title="Go to the next problem" onClick={showNext}>
            <Icon name="warning" size={15} />
            {counted(problems.length, 'problem')}
          </button>
        )}
      </span>
      <Suspense>
        <AsCodeButton form={form} />
      </Suspense>
      {form.remove && (
        <BusyButton
          className={bar.remove}
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
