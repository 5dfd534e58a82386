// What a form shows when its fields are there.
import { Button } from '@mantine/core'
import type { StoredWrite } from '@quatrain/contract/change-requests/change-request.ts'
import { mayTake } from '@quatrain/contract/change-requests/request-steps.ts'
import { managedKinds } from '@quatrain/contract/configuration/configuration.ts'
import { checkDocument, fixOfFinding } from '@quatrain/contract/findings/finding.ts'
import { acceptsUserKeys } from '@quatrain/contract/kit/endpoint.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '#kit/api/call.ts'
import { changeRequestQuery, changeRequestsQuery } from '#kit/api/change-requests.ts'
import { useConsoleContext, useDirectSaves, useMay } from '#kit/api/console-context.tsx'
import { managedObjectsQuery } from '#kit/api/managed-objects.ts'
import { useDebouncedQuery } from '#kit/api/queries.ts'
import { FindingLines } from '#kit/page/FindingLines.tsx'
import { OwnersOf } from '#kit/page/ManagedBy.tsx'
import { showAsCode } from '#kit/write/confirm-and-send.tsx'
import { type FormDefinition, rowsOfList } from '#kit/write/form-definition.ts'
import { ruleWords } from '#kit/write/RemarkField.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { shortTime } from '#lib/dates.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import bar from './SaveBar.module.css'
import { draftAsNew } from './use-draft.tsx'
import type { ResourceFormState } from './use-resource-form.ts'

interface FormProps<Values extends FieldValues> {
  readonly form: ResourceFormState<Values>
}

/** What is to be known of the object of a form beside its values. */
export function FormNotices<Values extends FieldValues>({ form }: FormProps<Values>) {
  const { definition, base, mode, draft, methods } = form
  const directSaves = useDirectSaves(definition.resource)
  return (
    <>
      {form.isGone ? <DeletedNotice form={form} /> : <DraftNotice form={form} />}
      {directSaves !== 'open' && <Notice kind="info">{ruleWords(definition.resource.label, directSaves)}</Notice>}
      {mode === 'change' && <ManagedNotice definition={definition} stored={base.values} />}
      <FixNotice form={form} />
      {form.collect && (
        <CollectedNotice
          kind={definition.resource.kind}
          storedName={mode === 'change' ? definition.nameOf(base.values) : undefined}
          hasDraft={draft.restored !== undefined}
          show={(input) => {
            // The input of an add or a change is what `toDocument` takes.
            const document = definition.resource.toDocument?.(input as never) ?? input
            const values = document === null ? undefined : definition.fromDocument(document, base.values)
            if (values) methods.reset(values)
          }}
        />
      )}
    </>
  )
}

interface ManagedProps<Values extends FieldValues> {
  readonly definition: FormDefinition<Values>
  readonly stored: Values
}

/** Says before the first edit that the object, or some of the list, is managed as code. */
function ManagedNotice<Values extends FieldValues>({ definition, stored }: ManagedProps<Values>) {
  const { resource, joinDocuments, nameOf, toDocument } = definition
  const { kind, key, label } = resource
  const { data = [] } = useQuery(managedObjectsQuery(joinDocuments ? { kind } : { kind, name: nameOf(stored) }))
  const names = joinDocuments && new Set(rowsOfList(toDocument(stored)).map((row) => keyIn(row, key.read)))
  const managed = data.filter(({ name }) => names?.has(name) ?? true)
  if (managed.length === 0) return null
  const owners = <OwnersOf managed={managed} />
  return (
    <Notice kind="info" role="status">
      <p>
        {names ? `Some ${label.many} are` : `This ${label.one} is`} managed as code by {owners}
        {names && ': '}
        {names && <span className="mono">{managed.map(({ name }) => name).join(', ')}</span>}. What is saved here will
        be taken back by the next apply; change the files instead.
      </p>
    </Notice>
  )
}

/** Says that another user has deleted the object of this form, and offers to add the input as a new one. */
function DeletedNotice<Values extends FieldValues>({ form }: FormProps<Values>) {
  const { resource, paths, nameOf, titleOf } = form.definition
  const mayAdd = useMay()('add', resource)
  const username = useConsoleContext().user?.username ?? ''
  const navigate = useNavigate()
  const { values } = form.base
  const addAsNew = async () => {
    if (!(await draftAsNew(username, resource, { values: form.methods.getValues(), base: values }))) return
    form.draft.end()
    void navigate(paths.add)
  }
  const name = titleOf?.(values) ?? nameOf(values)
  return (
    <Notice
      kind="warning"
      role="alert"
      actions={
        mayAdd && (
          <Button size="compact-sm" variant="default" onClick={addAsNew}>
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

/** Says that the form contains a draft, and how to discard it. */
function DraftNotice<Values extends FieldValues>({ form }: FormProps<Values>) {
  const [isOver, setOver] = useState(false)
  const { restored } = form.draft
  if (!restored || isOver) return null
  const discardIt = () => {
    setOver(true)
    form.startOver()
  }
  return (
    <Notice
      kind="info"
      role="status"
      actions={
        <Button size="compact-sm" variant="default" onClick={discardIt}>
          Discard draft
        </Button>
      }
    >
      <p>These are your unsaved changes of {shortTime(restored.at)}, kept in this browser.</p>
      {form.isDraftStale && <p>Somebody else has saved since. Saving shows both states first.</p>}
    </Notice>
  )
}

/** Opens the form with the change that mends a finding, which its address names. */
function FixNotice<Values extends FieldValues>({ form }: FormProps<Values>) {
  const [query] = useSearchParams()
  const { definition, base, mode, methods, draft } = form
  const [isShown, setShown] = useState(false)
  const rule = query.get('fix') ?? ''
  const showing = useWriting({
    mutationFn: () => {
      const identity = { rule, kind: definition.resource.kind, name: definition.nameOf(base.values) }
      return call(fixOfFinding, { query: { ...identity, about: query.get('about') ?? '' } })
    },
    onSuccess: ({ document }) => {
      const values = definition.fromDocument(document, base.values)
      if (values) methods.reset(values, { keepDefaultValues: true })
      setShown(values !== undefined)
    },
    doing: 'preparing the fix',
  })
  const isAsked = rule !== '' && mode === 'change' && !draft.restored
  const isLoaded = useRef(false)
  useEffect(() => {
    if (!isAsked || isLoaded.current) return
    isLoaded.current = true
    showing.run()
  })
  if (!isShown) return null
  return (
    <Notice kind="info" role="status">
      <p>The form has the change that mends the finding {rule}. Look at it, and save it.</p>
    </Notice>
  )
}

interface Props {
  readonly kind: string
  /** The stored name. An object that a request adds has none: the address of the form for a new one names it. */
  readonly storedName: string | undefined
  /** The form shows a draft of the user. */
  readonly hasDraft: boolean
  /** Shows the input of a write in the form. */
  readonly show: (input: StoredWrite['input']) => void
}

/** The open change requests that write to the object of a form, which can show what one of the user's own contains. */
function CollectedNotice({ kind, storedName, hasDraft, show }: Props) {
  const [query] = useSearchParams()
  const { user } = useConsoleContext().caller
  const name = storedName ?? query.get('name') ?? ''
  const queries = useQueryClient()
  const { data: requests = [] } = useQuery({ ...changeRequestsQuery({ kind, name }), enabled: name !== '' })
  const showing = useWriting({
    async mutationFn(id: number) {
      const { request } = await queries.fetchQuery({ ...changeRequestQuery(id), staleTime: 0 })
      const write = request.writes.find((stored) => stored.kind === kind && stored.name === name)
      if (write) show(write.input)
    },
    doing: 'showing what the change request contains',
  })
  const own = requests.find((request) => mayTake(user, 'edit', request))
  // The page of the request has a link to the form, to edit what the request contains.
  const isOpenedFromRequest = own !== undefined && query.get('request') === String(own.id) && !hasDraft
  const isLoaded = useRef(false)
  useEffect(() => {
    if (!isOpenedFromRequest || isLoaded.current) return
    isLoaded.current = true
    showing.run(own.id)
  })
  if (requests.length === 0) return null
  return (
    <Notice
      kind="info"
      role="status"
      actions={
        own && (
          <Button size="compact-sm" variant="default" disabled={showing.isBusy} onClick={() => showing.run(own.id)}>
            Show its values
          </Button>
        )
      }
    >
      <p>
        {own ? 'Your change request ' : 'Open change requests write to this object: '}
        {(own ? [own] : requests).map(({ id, title, author }, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <Link to={paths.changeRequest(id)}>
              {id}: {title}
            </Link>
            {!own && ` (${author})`}
          </Fragment>
        ))}
        {own ? ' writes to this object.' : '.'}
      </p>
    </Notice>
  )
}

/** Says while the user types what a save would add to the findings. */
export function FormFindings<Values extends FieldValues>({ form }: FormProps<Values>) {
  const { definition, base, mode, methods } = form
  const { kind } = definition.resource
  const { isDirty } = useFormState({ control: methods.control })
  const values = useWatch({ control: methods.control, compute: (values: Values) => values })
  const input = useMemo(() => {
    const isChecked = isDirty && managedKinds.has(kind) && !definition.joinDocuments
    const name = mode === 'change' ? definition.nameOf(base.values) : undefined
    return isChecked ? { kind, name, document: { ...definition.toDocument(values) } } : undefined
  }, [definition, base, mode, kind, values, isDirty])
  const { data } = useDebouncedQuery(['findings', 'check', kind], input, (body, signal) =>
    call(checkDocument, { body }, { signal }),
  )
  if (!input || !data || data.findings.length === 0) return null
  return (
    <Notice kind="warning" role="status">
      <p>Saving this adds {counted(data.findings.length, 'finding')}; you can save nevertheless.</p>
      <FindingLines findings={data.findings} />
    </Notice>
  )
}

/** Shows what Save would send now, if scripts can send it. What Save would not send is marked instead. */
export function AsCodeButton<Values extends FieldValues>({ form }: FormProps<Values>) {
  const { methods, visited, stepOf, definition, isBusy } = form
  const [isOffered] = useState(() => acceptsUserKeys(stepOf(methods.getValues()).write.endpoint))
  const showing = useWriting({
    mutationFn: (values: Values) => showAsCode({ ...stepOf(values), resource: definition.resource }),
    doing: 'showing the request',
  })
  if (!isOffered) return null
  return (
    <Button
      className={bar.asCode}
      variant="subtle"
      disabled={isBusy}
      onClick={() => {
        visited.visitAll()
        void methods.handleSubmit(showing.run)()
      }}
    >
      As code
    </Button>
  )
}
