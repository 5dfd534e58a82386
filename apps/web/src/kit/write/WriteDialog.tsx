import { Button, TextInput } from '@mantine/core'
import { diff } from '@quatrain/contract/compare/compare.ts'
import type { AffectedObject, DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { type FormEvent, useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { comparedFields } from '#kit/compare/comparable.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { capitalised } from '#lib/words.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { Preview } from './confirm-and-send.ts'
import type { FormDefinition } from './form-definition.ts'
import { SideEffects } from './SideEffects.tsx'
import { sideEffectsIn } from './side-effect-groups.ts'
import classes from './WriteDialog.module.css'

interface Props<Values extends FieldValues> {
  readonly definition: FormDefinition<Values>
  readonly action: 'add' | 'change' | 'delete'
  readonly name: string
  readonly preview: Preview
  /** What the write would do is not what the person agreed to a moment ago. */
  readonly hasPreviewChanged: boolean
  readonly close: (answer?: { remark: string }) => void
}

/** The question before every write: its object, the changes, and the other affected objects. */
export function WriteDialog<Values extends FieldValues>(props: Props<Values>) {
  const { definition, action, name, preview, hasPreviewChanged, close } = props
  const [remark, setRemark] = useState('')
  const form = useId()
  const { one } = definition.resource.label
  const own = ownOf(preview, definition)
  const others = sideEffectsIn(preview, own)
  const answer = (event: FormEvent) => {
    event.preventDefault()
    close({ remark })
  }
  return (
    <Dialog
      title={`${capitalised(action)} ${one}`}
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            {action === 'delete' ? 'Keep it' : 'Keep editing'}
          </Button>
          <Button type="submit" form={form} color={action === 'delete' ? 'red' : undefined}>
            {`${capitalised(action)} ${one}`}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.body} onSubmit={answer}>
        <p className={classes.question}>
          Are you sure you want to {action} {one}?
        </p>
        <p className={classes.name}>{name}</p>
        {hasPreviewChanged && (
          <Notice kind="warning" role="alert">
            The effects have changed. Review them again.
          </Notice>
        )}
        <OwnChanges {...props} />
        {preview.notices.info !== undefined && <Notice kind="info">{preview.notices.info}</Notice>}
        <SideEffects others={others} notices={preview.notices} kinds={definition.sideEffects} more={preview.more} />
        {action !== 'delete' && (
          <TextInput
            label="Remark"
            description="Optional. Kept with the new version, for whoever reads the history."
            maxLength={500}
            value={remark}
            onChange={(event) => setRemark(event.currentTarget.value)}
          />
        )}
      </form>
    </Dialog>
  )
}

function OwnChanges<Values extends FieldValues>({ definition, action, preview }: Props<Values>) {
  if (action === 'delete') return null
  const { before, after } = documentsIn(preview, definition)
  if (!after) return <p>Nothing in it changes.</p>
  const fields = comparedFields(definition)
  return (
    <section className={classes.changes}>
      <h3>{before ? 'What will change' : 'What will be added'}</h3>
      <DifferenceView
        level={4}
        fields={fields}
        changes={diff(fields, before ?? {}, after)}
        none="Nothing in it changes."
      />
    </section>
  )
}

/** What the form is about: all objects of its kind where it holds them all, else the one that stands first. */
function ownOf<Values extends FieldValues>(
  { changes }: DryRun,
  definition: FormDefinition<Values>,
): readonly AffectedObject[] {
  const own = changes.filter(({ kind }) => kind === definition.resource.kind)
  return definition.joinDocuments ? own : own.slice(0, 1)
}

/** What is stored, and what the write would make of it. */
function documentsIn<Values extends FieldValues>(preview: DryRun, definition: FormDefinition<Values>) {
  const own = ownOf(preview, definition)
  if (definition.joinDocuments && own.length > 0) {
    return {
      before: definition.joinDocuments(own.flatMap(({ before }) => before ?? [])),
      after: definition.joinDocuments(own.flatMap(({ after }) => after ?? [])),
    }
  }
  const [first] = own
  return {
    before: first?.before ? storedDocument(definition.resource, first.before) : undefined,
    after: first?.after ? storedDocument(definition.resource, first.after) : undefined,
  }
}
