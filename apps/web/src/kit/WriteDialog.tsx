import { Button, TextInput } from '@mantine/core'
import type { DryRun, TouchedObject } from '@quatrain/contract/kit/dry-run.ts'
import { type FormEvent, useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { capitalised } from '#lib/words.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { AlsoTouched } from './AlsoTouched.tsx'
import { DifferenceView } from './DifferenceView.tsx'
import { differences, everythingAdded } from './parts.ts'
import type { FormShape } from './resource-form.ts'
import classes from './WriteDialog.module.css'

interface Props<Values extends FieldValues> {
  readonly shape: FormShape<Values>
  readonly action: 'add' | 'change' | 'delete'
  readonly name: string
  readonly preview: DryRun
  /** What the write would do is not what the person agreed to a moment ago. */
  readonly hasMoved: boolean
  readonly close: (answer?: { remark: string }) => void
}

/** The question before every write: what it is about, what will change, and what else is touched. */
export function WriteDialog<Values extends FieldValues>(props: Props<Values>) {
  const { shape, action, name, preview, hasMoved, close } = props
  const [remark, setRemark] = useState('')
  const form = useId()
  const { one } = shape.resource.label
  const own = preview.changes.find(({ kind }) => kind === shape.resource.kind)
  const others = preview.changes.filter((object) => object !== own)
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
        {hasMoved && (
          <Notice kind="warning" role="alert">
            What this would do has changed while you were asked. Look at it again.
          </Notice>
        )}
        <OwnChanges shape={shape} action={action} own={own} />
        <AlsoTouched others={others} notices={preview.notices} words={shape.alsoTouches} />
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

interface OwnProps<Values extends FieldValues> extends Pick<Props<Values>, 'shape' | 'action'> {
  /** What becomes of the object itself; it stands first of its kind. */
  readonly own: TouchedObject | undefined
}

function OwnChanges<Values extends FieldValues>({ shape, action, own }: OwnProps<Values>) {
  const before = own?.before ? shape.fromDocument(own.before) : undefined
  const after = own?.after ? shape.fromDocument(own.after) : undefined
  if (action === 'delete') return null
  if (!after) return <p>Nothing in it changes.</p>
  const found = before ? differences(shape.parts, before, after) : everythingAdded(shape.parts, after)
  return (
    <section className={classes.changes}>
      <h3>{before ? 'What will change' : 'What will be added'}</h3>
      <DifferenceView level={4} differences={found} none="Nothing in it changes." />
    </section>
  )
}
