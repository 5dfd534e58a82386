import { deleteMetricTemplates, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useQueryClient } from '@tanstack/react-query'
import { isApiError } from '#kit/api/api-error.ts'
import { writeOf } from '#kit/api/write.ts'
import type { Selection } from '#kit/list/selection.tsx'
import classes from '#kit/write/ConfirmWriteDialog.module.css'
import { ConfirmWriteDialog } from '#kit/write/ConfirmWriteDialog.tsx'
import { RollOutFields, useRollOutChoice } from '#kit/write/RollOutFields.tsx'
import { SideEffects, sideEffectsIn, tenantsIn } from '#kit/write/SideEffects.tsx'
import { type ConfirmationProps, usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { counted } from '#lib/words.ts'
import { tell } from '#ui/messages.ts'
import { metricTemplateDefinition } from './metric-template-definition.ts'
import own from './metric-templates.module.css'
import { metricTemplateQueries } from './metric-templates.queries.ts'
import { sideEffectsOfTemplates } from './TenantLink.tsx'

/** Deletes all selected templates atomically, after a preview of their side effects. */
export function useDeleteTemplates(selection: Selection) {
  const client = useQueryClient()
  const deleting = usePreviewedWrite<readonly string[]>({
    definition: { ...metricTemplateDefinition, failureTitle: 'Error deleting metric templates' },
    doing: () => 'deleting metric templates',
    prepare: (names) => ({
      write: writeOf(deleteMetricTemplates, { body: { metrictemplates: [...names] } }),
      dialog: (props) => <DeleteTemplatesDialog names={names} {...props} />,
    }),
    onDone({ notices: { info, later, warning } }, names) {
      selection.drop(names)
      tell.success(later === undefined ? { title: 'Deleted', lines: [info] } : { title: 'Started', lines: [later] })
      if (warning) tell.warning({ title: 'Deleted with problems', lines: [warning] })
    },
    async onFailure(error, names) {
      if (!isApiError(error, 'not_found')) return
      // Somebody else has deleted one of them: the list shows what is left, and only that stays selected.
      const left = await client.fetchQuery({ ...metricTemplateQueries.list(), staleTime: 0 })
      const existing = new Set(left.map((template) => template[metricTemplates.key.read]))
      selection.drop(names.filter((name) => !existing.has(name)))
    },
  })
  return {
    isBusy: deleting.isBusy,
    run: () => {
      const names = [...selection.keys].sort()
      if (names.length > 0) deleting.run(names)
      else tell.error({ title: 'Error', lines: ['No metric templates were selected!'] })
    },
  }
}

interface Props extends ConfirmationProps {
  readonly names: readonly string[]
}

/** The maximum number of templates that are deleted by a click; to delete more, the user types their number. */
const maxByClick = 20

/** Confirms deleting several templates: lists them and the side effects in every tenant. */
function DeleteTemplatesDialog({ names, preview, hasPreviewChanged, earlierAnswer, close }: Props) {
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
