import { Button, TextInput } from '@mantine/core'
import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import {
  type GroupResource,
  groupNameRule,
  isGroupName,
  maxGroupName,
  wordsOfGroups,
} from '@quatrain/contract/resources/group.ts'
import { createContext, type ReactElement, use, useMemo, useState } from 'react'
import { TextField } from '#kit/fields/fields.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { Dependents } from '#kit/page/WhereUsed.tsx'
import { objectPages } from '#kit/resource/object-pages.tsx'
import { type DetailsProps, ReadOnlyPage } from '#kit/resource/read-pages.tsx'
import { MonoCell, RowTable } from '#kit/row-table/RowTable.tsx'
import { capitalized, counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { type GroupValues, groupForms, groupRules } from './group-forms.ts'
import { ItemsField } from './ItemsField.tsx'
import { MergeGroup } from './MergeGroup.tsx'

/** The kind of the group that a page shows: all kinds have the same pages. */
const KindOfGroup = createContext<GroupKind>('reports')

/** The form of a group: of a new one and of a stored one, whose name is changed by an action of its own. */
function GroupForm(props: RecordFormProps<GroupResource, GroupValues>) {
  const kind = use(KindOfGroup)
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
      {stored !== undefined && (
        <Dependents
          object={{ kind: definition.resource.kind, name: stored }}
          emptyText="No identity provider adds users to this group."
        />
      )}
    </RecordFormPage>
  )
}

const maxShown = 20

/** Users are added to a group in the form of the user. */
function UsersText({ users }: { readonly users: readonly string[] }) {
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

/** A group, read-only: an old version of it. */
function GroupDetails(props: DetailsProps<GroupResource, GroupValues>) {
  const kind = use(KindOfGroup)
  const { name, items, users } = props.values
  const words = wordsOfGroups(kind).items
  return (
    <ReadOnlyPage {...props}>
      <ValueText label="Name" value={name} />
      <UsersText users={users} />
      <RowTable
        label={`${capitalized(words)} in group`}
        columns={[{ header: `${capitalized(words)} in group` }]}
        rows={items}
        keyOf={(item) => item}
        emptyText={`No ${words} in this group`}
        isFocusable
        cells={(item) => <MonoCell>{item}</MonoCell>}
      />
    </ReadOnlyPage>
  )
}

interface RenameDialogProps {
  readonly title: string
  readonly name: string
  readonly close: (name?: string) => void
}

/** Asks for the new name of a group; undefined if the user cancels. What the rename changes is previewed afterwards. */
const askNewName = (title: string, name: string): Promise<string | undefined> =>
  dialogs.open<string>((close) => <RenameDialog title={title} name={name} close={close} />)

function RenameDialog({ title, name, close }: RenameDialogProps) {
  const [typed, setTyped] = useState(name)
  const newName = typed.trim()
  const problem = newName === '' ? 'This field is required' : isGroupName(newName) ? undefined : groupNameRule
  return (
    <FormDialog
      title={title}
      submit="Continue"
      cancel={`Keep ${name}`}
      isDisabled={problem !== undefined || newName === name}
      onSubmit={() => close(newName)}
      onCancel={() => close()}
    >
      <TextInput
        data-autofocus
        label="New name"
        description="The objects and users of the group follow. The next step lists them."
        error={newName === name ? undefined : problem}
        maxLength={maxGroupName}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

const pagesOf = (kind: GroupKind) => {
  const pages = objectPages({ definition: groupForms[kind], Form: GroupForm, Details: GroupDetails })
  const ofKind = (page: ReactElement) => <KindOfGroup value={kind}>{page}</KindOfGroup>
  return { ...pages, add: ofKind(pages.add), details: ofKind(pages.details), version: ofKind(pages.version) }
}

/** The pages of each kind of group. */
export const groupPages: Readonly<Record<GroupKind, ReturnType<typeof pagesOf>>> = {
  reports: pagesOf('reports'),
  metrics: pagesOf('metrics'),
  aggregations: pagesOf('aggregations'),
  metricprofiles: pagesOf('metricprofiles'),
  thresholdsprofiles: pagesOf('thresholdsprofiles'),
}
