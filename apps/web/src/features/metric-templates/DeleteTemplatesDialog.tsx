import { Button, TextInput } from '@mantine/core'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { type FormEvent, useId, useState } from 'react'
import type { Preview } from '#kit/write/confirm-and-send.ts'
import { SideEffects } from '#kit/write/SideEffects.tsx'
import { sideEffectsIn } from '#kit/write/side-effect-groups.ts'
import classes from '#kit/write/WriteDialog.module.css'
import { counted } from '#lib/words.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import own from './metric-templates.module.css'
import { sideEffectsOfTemplates } from './TenantLink.tsx'

interface Props {
  readonly names: readonly string[]
  readonly preview: Preview
  /** What the write would do is not what the person agreed to a moment ago. */
  readonly hasPreviewChanged: boolean
  readonly close: (answer?: object) => void
}

/** So many go with one click; for more, their number has to be typed. */
const maxByClick = 20

/** The question before several templates are deleted: which, and what goes with them in every tenant. */
export function DeleteTemplatesDialog({ names, preview, hasPreviewChanged, close }: Props) {
  const form = useId()
  const [typed, setTyped] = useState('')
  const title = `Delete metric ${names.length === 1 ? 'template' : 'templates'}`
  const needsNumber = names.length > maxByClick
  const isSure = !needsNumber || typed.trim() === String(names.length)
  const groups = preview.groups.filter(({ kind, action }) => !(kind === metricTemplates.kind && action === 'delete'))
  const others = sideEffectsIn({ ...preview, groups }, [])
  const answer = (event: FormEvent) => {
    event.preventDefault()
    if (isSure) close({})
  }
  return (
    <Dialog
      title={title}
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            {names.length === 1 ? 'Keep it' : 'Keep them'}
          </Button>
          <Button type="submit" form={form} color="red" disabled={!isSure}>
            {title}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.body} onSubmit={answer}>
        <p className={classes.question}>
          Are you sure you want to delete metric {names.length === 1 ? 'template' : 'templates'}?
        </p>
        {hasPreviewChanged && (
          <Notice kind="warning" role="alert">
            The effects have changed. Review them again.
          </Notice>
        )}
        <section className={classes.changes}>
          <h3>{counted(names.length, 'metric template')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll through it */}
          <ul className={own.names} tabIndex={0} aria-label="Metric templates to delete">
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </section>
        {others.length === 0 && <p>No other object is affected: no tenant has a metric of these templates.</p>}
        <SideEffects others={others} notices={preview.notices} kinds={sideEffectsOfTemplates} more={preview.more} />
        {needsNumber && (
          <TextInput
            label={`Type ${names.length} to confirm`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </form>
    </Dialog>
  )
}
