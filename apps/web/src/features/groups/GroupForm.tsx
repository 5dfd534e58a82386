import { Button } from '@mantine/core'
import { type GroupResource, wordsOfGroups } from '@quatrain/contract/resources/group.ts'
import { useMemo } from 'react'
import { TextField } from '#kit/fields/TextField.tsx'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { counted } from '#lib/words.ts'
import { ValueText } from '#ui/ValueText.tsx'
import { type GroupValues, groupForms, groupRules } from './group-forms.ts'
import { ItemsField } from './ItemsField.tsx'
import { useKindOfGroup } from './kind-of-group.ts'
import { MergeGroup } from './MergeGroup.tsx'
import { askNewName } from './RenameDialog.tsx'

/** The form of a group: of a new one and of a stored one, whose name is changed by an action of its own. */
export function GroupForm(props: RecordFormProps<GroupResource, GroupValues>) {
  const kind = useKindOfGroup()
  const { record } = props
  const definition = groupForms[kind]
  const { one } = definition.resource.label
  const stored = record?.name
  const schema = useMemo(() => groupRules(stored), [stored])
  const form = useRecordForm(definition, props, { schema })
  const rename = async () => {
    if (stored === undefined) return
    const title = `Rename ${one}`
    const name = await askNewName(title, stored)
    if (name === undefined) return
    form.saveEdited((values) => ({ ...values, name }), { title, question: `Rename ${stored} to ${name}?` })
  }
  const actions = stored !== undefined && (
    <>
      {props.actions}
      <MergeGroup kind={kind} name={stored} etag={form.base.etag} />
      <Button variant="default" onClick={() => void rename()} disabled={form.isBusy}>
        Rename
      </Button>
    </>
  )
  return (
    <RecordFormPage {...props} form={form} width="full" actions={actions}>
      <div className={formClasses.fields}>
        <TextField
          name="name"
          label="Name"
          description={`Its users may change the ${wordsOfGroups(kind).items} in it.`}
          fixed={stored === undefined ? undefined : 'Rename changes it, also in its objects.'}
        />
        {record && <UsersText users={record.users} />}
      </div>
      <ItemsField kind={kind} stored={form.base.values.items} />
    </RecordFormPage>
  )
}

const maxShown = 20

/** Users are added to a group in the form of the user. */
export function UsersText({ users }: { readonly users: readonly string[] }) {
  const rest = users.length - maxShown
  const listed = [...users.slice(0, maxShown), ...(rest > 0 ? [`and ${rest.toLocaleString('en')} more`] : [])]
  return (
    <ValueText
      label={`Users (${counted(users.length, 'user')})`}
      value={users.length === 0 ? 'No users: only superusers may change what is in this group.' : listed.join(', ')}
      note="Users get groups in their own forms."
    />
  )
}
