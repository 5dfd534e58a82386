import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import classes from '#kit/write/ConfirmWriteDialog.module.css'
import { ConfirmWriteDialog, SideEffects, sideEffectsIn, tenantsIn } from '#kit/write/ConfirmWriteDialog.tsx'
import { RollOutFields, useRollOutChoice } from '#kit/write/RollOutFields.tsx'
import type { ConfirmationProps } from '#kit/write/write-in-dialog.ts'
import { counted } from '#lib/words.ts'
import own from './metric-templates.module.css'
import { sideEffectsOfTemplates } from './TenantLink.tsx'

interface Props extends ConfirmationProps {
  readonly names: readonly string[]
}

/** The maximum number of templates that are deleted by a click; to delete more, the user types their number. */
const maxByClick = 20

/** Confirms deleting several templates: lists them and the side effects in every tenant. */
export function DeleteTemplatesDialog({ names, preview, hasPreviewChanged, earlierAnswer, close }: Props) {
  const isOne = names.length === 1
  const subject = `metric ${isOne ? 'template' : 'templates'}`
  const groups = preview.groups.filter(({ kind, action }) => !(kind === metricTemplates.kind && action === 'delete'))
  const sideEffects = sideEffectsIn({ ...preview, groups }, [])
  const tenants = tenantsIn(sideEffects)
  const rollOut = useRollOutChoice(tenants, earlierAnswer?.rollOut)
  const count = String(names.length)
  return (
    <ConfirmWriteDialog
      title={`Delete ${subject}`}
      question={`Are you sure you want to delete ${subject}?`}
      keep={isOne ? 'Keep it' : 'Keep them'}
      isDestructive
      typing={names.length > maxByClick ? { expected: count, label: `Type ${count} to confirm` } : undefined}
      isDisabled={!rollOut.isComplete}
      answer={{ rollOut: rollOut.choice }}
      hasPreviewChanged={hasPreviewChanged}
      close={close}
    >
      <section className={classes.changes}>
        <h3>{counted(names.length, 'metric template')}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll through it */}
        <ul className={own.names} tabIndex={0} aria-label="Metric templates to delete">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </section>
      {sideEffects.length === 0 && <p>No other object is affected: no tenant has a metric of these templates.</p>}
      <SideEffects groups={sideEffects} notices={preview.notices} kinds={sideEffectsOfTemplates} more={preview.more} />
      {tenants.length > 1 && <RollOutFields choice={rollOut} />}
    </ConfirmWriteDialog>
  )
}
