import { diff } from '@quatrain/contract/compare/compare.ts'
import type { AffectedObject, DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { isRolledOut } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import type { FieldValues } from 'react-hook-form'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { comparedFields } from '#kit/compare/comparable.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { kindOf } from '#lib/kinds.ts'
import { capitalized, counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import classes from './ConfirmWriteDialog.module.css'
import { ConfirmWriteDialog, SideEffects, sideEffectsIn, tenantsIn } from './ConfirmWriteDialog.tsx'
import type { FormDefinition, WriteWords } from './form-definition.ts'
import { useRemark } from './RemarkField.tsx'
import { RollOutFields, useRollOutChoice } from './RollOutFields.tsx'
import type { ConfirmationProps } from './write-in-dialog.ts'

interface Props<Values extends FieldValues> extends ConfirmationProps {
  readonly definition: FormDefinition<Values>
  readonly action: 'add' | 'change' | 'delete'
  readonly name: string
  readonly words?: WriteWords | undefined
  readonly collect?: (() => void) | undefined
}

/** The dialog before every save and delete of a form: the object, its changes, and the side effects. */
export function WriteDialog<Values extends FieldValues>(props: Props<Values>) {
  const { definition, action, name, words, preview, hasPreviewChanged, earlierAnswer, collect, close } = props
  const remark = useRemark(definition.resource, action === 'delete' ? 'deletion' : 'new version', earlierAnswer)
  const { one } = definition.resource.label
  const { options } = useConsoleContext()
  const own = ownOf(preview, definition)
  const sideEffects = sideEffectsIn(preview, own)
  const isChosen = isRolledOut(definition.resource, action === 'delete' ? 'remove' : action)
  // The super-tenant's own objects have changed when the write is done.
  const tenants = isChosen ? tenantsIn(sideEffects).filter((name) => name !== options.tenant_display_name) : []
  const rollOut = useRollOutChoice(tenants, earlierAnswer?.rollOut)
  const deletion = words?.isDestructive ? undefined : deletionIn(preview, definition)
  const isDestructive = words?.isDestructive ?? (action === 'delete' || deletion !== undefined)
  return (
    <ConfirmWriteDialog
      title={words?.title ?? `${capitalized(action)} ${one}`}
      question={words?.question ?? `Are you sure you want to ${action} ${one}?`}
      // The number of members beside that of the deleted ones would be mistaken for it.
      object={words?.question === undefined && deletion === undefined ? name : undefined}
      keep={action === 'delete' ? 'Keep it' : 'Keep editing'}
      isDestructive={isDestructive}
      isDisabled={!rollOut.isComplete}
      answer={{ rollOut: rollOut.choice }}
      remark={remark}
      hasPreviewChanged={hasPreviewChanged}
      // A request has no choice of tenants: all follow when it is applied.
      collect={rollOut.choice ? undefined : collect}
      close={close}
    >
      {deletion !== undefined && <Notice kind="warning">{deletion}</Notice>}
      <OwnChanges {...props} />
      {preview.notices.info !== undefined && <Notice kind="info">{preview.notices.info}</Notice>}
      <SideEffects groups={sideEffects} notices={preview.notices} kinds={definition.sideEffects} more={preview.more} />
      {tenants.length > 1 && <RollOutFields choice={rollOut} />}
    </ConfirmWriteDialog>
  )
}

/** How many members a save of a whole list deletes; undefined if it deletes none. */
function deletionIn<Values extends FieldValues>(
  { groups }: DryRun,
  { resource: { kind, label }, joinDocuments }: FormDefinition<Values>,
): string | undefined {
  const deletedGroups = groups.filter((group) => group.kind === kind && group.action === 'delete')
  const count = deletedGroups.reduce((sum, group) => sum + group.count, 0)
  if (!joinDocuments || count === 0) return undefined
  const { one, many } = kindOf(kind)?.label ?? label
  return `${counted(count, one, many)} will be deleted.`
}

function OwnChanges<Values extends FieldValues>({ definition, action, preview }: Props<Values>) {
  if (action === 'delete') return null
  const { before, after } = documentsIn(preview, definition)
  if (!after) return <p>No field changes.</p>
  const fields = comparedFields(definition)
  return (
    <section className={classes.changes}>
      <h3>{before ? 'What will change' : 'What will be added'}</h3>
      <DifferenceView
        level={4}
        fields={fields}
        changes={diff(fields, before ?? {}, after)}
        emptyText="No field changes."
      />
    </section>
  )
}

/** The object of the form: all objects of its kind if the form contains them all, otherwise the first one. */
function ownOf<Values extends FieldValues>(
  { changes }: DryRun,
  definition: FormDefinition<Values>,
): readonly AffectedObject[] {
  const own = changes.filter(({ kind }) => kind === definition.resource.kind)
  return definition.joinDocuments ? own : own.slice(0, 1)
}

/** The stored document, and the one after the write. */
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
