import { Button } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { Link } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { ResourceFormState } from './use-resource-form.ts'

/** Says that another user has deleted the object of this form, and offers to add the input as a new one. */
export function DeletedNotice<Values extends FieldValues>({ form }: { readonly form: ResourceFormState<Values> }) {
  const { resource, paths, nameOf, titleOf } = form.definition
  const mayAdd = useMay()('add', resource)
  const { values } = form.base
  const name = titleOf?.(values) ?? nameOf(values)
  return (
    <Notice
      kind="warning"
      role="alert"
      actions={
        mayAdd && (
          <Button size="compact-sm" variant="default" onClick={form.addAsNew}>
            Add it as a new one
          </Button>
        )
      }
    >
      <p>
        Somebody else has deleted {resource.label.one} <span className="mono">{name}</span>. What you typed is still
        here. Its <Link to={paths.history(name)}>history</Link> is kept.
      </p>
    </Notice>
  )
}
