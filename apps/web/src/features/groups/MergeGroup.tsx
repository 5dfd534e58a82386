import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { groupEndpoints, groups, wordsOfGroups } from '@quatrain/contract/resources/group.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { writeOf } from '#kit/api/write.ts'
import { showSuccess } from '#kit/write/after-write.ts'
import { ConfirmWriteDialog, SideEffects, sideEffectsIn } from '#kit/write/ConfirmWriteDialog.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import type { ConfirmationProps } from '#kit/write/write-in-dialog.ts'
import { inNameOrder } from '#lib/words.ts'
import { BusyButton, dialogs } from '#ui/dialogs.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { groupForms } from './group-forms.ts'
import { groupListQuery } from './groups.queries.ts'

interface Props {
  readonly kind: GroupKind
  readonly name: string
  readonly etag: string | undefined
}

/** Moves the objects of a group to another group and deletes the group, after the user has chosen the other one. */
export function MergeGroup({ kind, name, etag }: Props) {
  const definition = groupForms[kind]
  const { resource, paths } = definition
  const navigate = useNavigate()
  const merging = usePreviewedWrite({
    definition,
    doing: () => `deleting ${resource.label.one}`,
    prepare: async () => {
      const into = await dialogs.open<string>((close) => <TargetDialog kind={kind} name={name} close={close} />)
      if (into === undefined) return undefined
      const write = writeOf(groupEndpoints(kind).merge, { body: { name, into } })
      const dialog = (props: ConfirmationProps) => <MergeDialog kind={kind} name={name} into={into} {...props} />
      return { write, options: { ifMatch: etag }, dialog }
    },
    onDone({ notices }) {
      showSuccess(definition, 'Deleted', `Group of ${wordsOfGroups(kind).items} successfully merged`, notices)
      void navigate(paths.list)
    },
  })
  return (
    <BusyButton variant="default" isBusy={merging.isBusy} onClick={() => merging.run()}>
      Merge
    </BusyButton>
  )
}

interface TargetProps extends Pick<Props, 'kind' | 'name'> {
  readonly close: (into?: string) => void
}

function TargetDialog({ kind, name, close }: TargetProps) {
  const { data } = useQuery(groupListQuery(kind))
  const [into, setInto] = useState('')
  const otherGroups = inNameOrder((data ?? []).flatMap((row) => (row.name === name ? [] : [row.name])))
  const { one } = groups[kind].label
  return (
    <FormDialog
      title={`Merge ${one}`}
      submit="Continue"
      cancel="Keep it"
      isDisabled={into === ''}
      onSubmit={() => close(into)}
      onCancel={() => close()}
    >
      <NativeSelect
        data-autofocus
        label="Other group"
        description={`It gets all ${wordsOfGroups(kind).items} of ${name}. Its users stay as they are; those of ${name} lose their group.`}
        value={into}
        onChange={(event) => setInto(event.currentTarget.value)}
        data={[
          { value: '', label: data && otherGroups.length === 0 ? 'There is no other group' : 'Choose a group' },
          ...otherGroups,
        ]}
      />
    </FormDialog>
  )
}

function MergeDialog({
  kind,
  name,
  into,
  preview,
  ...props
}: ConfirmationProps & Omit<Props, 'etag'> & { into: string }) {
  const { resource, sideEffects } = groupForms[kind]
  const own = preview.changes.filter((change) => change.kind === resource.kind)
  return (
    <ConfirmWriteDialog
      title={`Merge ${resource.label.one}`}
      question={`Are you sure you want to move everything in ${name} to ${into}, and to delete ${name}?`}
      isDestructive
      {...props}
    >
      <SideEffects
        groups={sideEffectsIn(preview, own)}
        notices={preview.notices}
        kinds={sideEffects}
        more={preview.more}
      />
    </ConfirmWriteDialog>
  )
}
