import {
  actOnChangeRequest,
  addChangeRequest,
  type ChangeRequest,
  invertChanges,
  previewWrites,
  type RequestEffects,
  settleChangeRequest,
} from '@quatrain/contract/change-requests/change-request.ts'
import { diff } from '@quatrain/contract/compare/compare.ts'
import type { AffectedObject, DryRun } from '@quatrain/contract/kit/dry-run.ts'
import type { CallOf, Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { bySegment, type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { z } from 'zod'
import { isApiError } from '#kit/api/api-error.ts'
import { call, callWithVersion } from '#kit/api/call.ts'
import { useDirectSaves } from '#kit/api/console-context.tsx'
import { type Write, type WriteResult, writeOf } from '#kit/api/write.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'
import { Notice } from '#ui/Notice.tsx'
import { AddToRequestDialog, type Collectable } from './AddToRequest.tsx'
import classes from './ConfirmWriteDialog.module.css'
import { ConfirmWriteDialog, SideEffects, sideEffectsIn } from './ConfirmWriteDialog.tsx'
import type { FormDefinition } from './form-definition.ts'
import type { JustSaved } from './last-save.tsx'
import { ruleWords } from './RemarkField.tsx'
import { keepUndo } from './undo-offer.ts'
import type { ConfirmationProps, PreparedWrite } from './write-in-dialog.ts'

/** The kind of the objects, and what its messages need. */
export interface UndoDefinition extends Pick<FormDefinition<never>, 'sideEffects'> {
  readonly resource: Resource
  readonly paths: ResourcePaths
}

/** What is to be changed. */
export interface Together {
  /** With the number of objects, it is the title: `Disable` that of `Disable 3 reports`. */
  readonly verb: string
  /** The new values of some fields of an object as it was read. */
  readonly valuesOf: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

/** The selected objects, by their keys in addresses. */
export interface SelectedObjects {
  readonly keys: ReadonlySet<string>
  readonly drop: (keys: readonly string[]) => void
}

/**
 * The changes as one change request, which is added and applied when they are confirmed; by `changeMany`, if requests cannot have such
 * writes. Nothing if all objects have the values already. `onCollected` is called when they were added to a request of the user instead.
 * Throws an error that names the objects that cannot be changed; those that others have deleted are no longer selected.
 */
export async function prepareTogether(
  resource: Resource,
  selection: SelectedObjects,
  { verb, valuesOf }: Together,
  onCollected: (addressOfRequest: string) => void,
  changeMany: Endpoint | undefined,
): Promise<PreparedWrite | undefined> {
  const keys = [...selection.keys].sort()
  const { one, many } = resource.label
  const deletedKeys: string[] = []
  const records = await Promise.all(
    keys.map((key) =>
      readFresh(resource, key).catch((error: unknown) => {
        if (!isApiError(error, 'not_found')) throw error
        deletedKeys.push(key)
      }),
    ),
  )
  if (deletedKeys.length > 0) {
    selection.drop(deletedKeys)
    const words = deletedKeys.length === 1 ? [one, 'does'] : [many, 'do']
    const names = deletedKeys.toSorted().join(', ')
    throw new Error(`The selected ${words[0]} ${names} ${words[1]} not exist any more. Nothing was changed.`)
  }
  const collected = records.flatMap((freshRecord): Collectable[] => {
    if (!freshRecord) return []
    const { record, etag } = freshRecord
    const values = valuesOf(record)
    const isChanged = Object.entries(values).some(
      ([field, value]) => JSON.stringify(record[field]) !== JSON.stringify(value),
    )
    const fields = Object.keys(resource.change?.shape ?? {}).filter((field) => Object.hasOwn(record, field))
    const input = { ...Object.fromEntries(fields.map((field) => [field, record[field]])), ...values }
    const { kind } = resource
    const name = keyIn(record, resource.key.read)
    return isChanged ? [{ name, write: { kind, operation: 'change', input, base: etag } }] : []
  })
  if (collected.length === 0) {
    tell.success({ title: 'Unchanged', lines: ['All of them are so already.'] })
    return undefined
  }
  const title = `${verb} ${counted(collected.length, one, many)}`
  const writes = collected.map(({ write }) => write)
  const throwRefusals = (error: unknown): never => {
    const refusals = isApiError(error) ? refusalsOf(error.fields, collected) : ''
    throw refusals === '' ? error : new Error(refusals, { cause: error })
  }
  const body = { writes: writes.map(({ input, base }) => ({ input, base })) }
  const write: Write = changeMany
    ? writeOf(changeMany, { body })
    : {
        endpoint: addChangeRequest,
        inputOf: () => ({ body: { title, writes } }),
        preview: async () => dryRunOf(await call(previewWrites, { body: { writes } }).catch(throwRefusals), collected),
        send: ({ ifPreviewMatch, remark }) =>
          sendTogether({ title, writes }, ifPreviewMatch, remark).catch(throwRefusals),
      }
  const unchangedCount = keys.length - collected.length
  return {
    write,
    dialog: (props) => (
      <TogetherDialog
        {...props}
        resource={resource}
        title={title}
        unchangedCount={unchangedCount}
        collect={changeMany ? undefined : () => void collect(collected, onCollected)}
      />
    ),
  }
}

async function readFresh(resource: Resource, key: string) {
  const { paramsOf } = resource.address ?? bySegment
  const { answer, etag } = await callWithVersion(resourceEndpoints(resource).get, { params: paramsOf(key) })
  return { record: answer as Readonly<Record<string, unknown>>, etag }
}

/** Adds the writes to a change request that the user chooses, instead of making them now. */
async function collect(collected: readonly Collectable[], onCollected: (addressOfRequest: string) => void) {
  const request = await dialogs.open<ChangeRequest>((close) => (
    <AddToRequestDialog collected={collected} onFields={() => undefined} close={close} />
  ))
  if (!request) return
  tell.success({ title: 'Added to the change request', lines: [request.title] })
  onCollected(paths.changeRequest(request.id))
}

/** What was refused of each write, with the name of its object. */
const refusalsOf = (fields: Readonly<Record<string, string>>, collected: readonly Collectable[]): string =>
  Object.entries(fields)
    .map(([path, message]) => `${collected[Number(/^writes\.(\d+)/.exec(path)?.[1])]?.name ?? path}: ${message}`)
    .join('\n')

/** Makes writes, all or none, by a request that is added and applied. */
export async function sendTogether(
  body: CallOf<typeof addChangeRequest>['body'],
  effects = '*',
  remark = '',
): Promise<WriteResult> {
  return settle((await call(addChangeRequest, { body })).id, effects, remark)
}

/** Applies a request. One that is refused stays for nobody to find; nothing is lost if it does. */
async function settle(id: number, effects: string, text: string): Promise<WriteResult> {
  const params = { id }
  const settling = call(settleChangeRequest, { params, body: { action: 'apply', effects, text } })
  const record: ChangeRequest = await settling.catch(async (error: unknown) => {
    await call(actOnChangeRequest, { params, body: { action: 'withdraw' } }).catch(() => undefined)
    throw error
  })
  return { notices: {}, record, etag: undefined }
}

const inverted = z.object({ inverse: z.array(z.unknown()) })

/** How many objects were changed, and what changes them back: nothing is changed if the server refuses that. Throws for another record. */
export function changedIn(record: WriteResult['record'], changeMany: Endpoint | undefined) {
  if (changeMany) {
    const { inverse: writes } = inverted.parse(record)
    return { count: writes.length, undo: () => writeOf(changeMany, { body: { writes } }).send({ ifPreviewMatch: '*' }) }
  }
  const { id: request, writes } = settleChangeRequest.answer.parse(record)
  return {
    count: writes.length,
    undo: async () => settle((await call(invertChanges, { body: { request } })).id, '*', ''),
  }
}

/** Offers to take back a change of several objects. Returns the state with which their list shows that. */
export function offerUndo(
  definition: UndoDefinition,
  count: number,
  changeBack: () => Promise<WriteResult>,
): JustSaved {
  const { kind, label } = definition.resource
  const subject = `The change of ${counted(count, label.one, label.many)}`
  const undo = keepUndo({
    definition,
    name: '',
    subject,
    hasHistory: false,
    outcome: undefined,
    done: `${subject} was undone`,
    undo: changeBack,
    obstacle: () => undefined,
  })
  return { kind, key: '', outcome: 'Made', undo }
}

/** The effects of all writes, which are in the same order, as those of one. */
function dryRunOf({ preview, writes }: RequestEffects, collected: readonly Collectable[]): DryRun {
  const refusals = writes.flatMap(({ refusal }, index) =>
    refusal === '' ? [] : `${collected[index]?.name}: ${refusal}`,
  )
  if (refusals.length > 0) throw new Error(refusals.join('\n'))
  const groups = Map.groupBy(
    writes.flatMap((write) => write.groups),
    ({ tenant, kind, action, later }) => JSON.stringify([tenant, kind, action, later]),
  )
  const warning = [...new Set(writes.map((write) => write.warning))].join('\n').trim()
  return {
    preview,
    changes: writes.flatMap(({ changes }) => changes),
    groups: [...groups.values()].flatMap((sameGroups) => {
      const count = sameGroups.reduce((sum, group) => sum + group.count, 0)
      return sameGroups.slice(0, 1).map((group) => ({ ...group, count }))
    }),
    notices: warning === '' ? {} : { warning },
  }
}

interface Props extends ConfirmationProps {
  readonly resource: Resource
  readonly title: string
  readonly unchangedCount: number
  readonly collect: (() => void) | undefined
}

/** The number of objects whose changes are shown in full. */
const maxShown = 20

function TogetherDialog({ resource, title, unchangedCount, preview, collect, ...dialog }: Props) {
  const directSaves = useDirectSaves(resource)
  const own = preview.changes.filter(({ kind, before }) => kind === resource.kind && before)
  const { one, many } = resource.label
  return (
    <ConfirmWriteDialog
      {...dialog}
      title={title}
      question={`Are you sure you want to change ${many}?`}
      keep="Leave them"
      isWide
      isDisabled={directSaves !== 'open'}
      collect={collect}
    >
      {directSaves !== 'open' && <Notice kind="info">{ruleWords(resource.label, 'closed')}</Notice>}
      {unchangedCount > 0 && <p>Unchanged, because they are so already: {counted(unchangedCount, one, many)}.</p>}
      <section className={classes.changes}>
        <h3>What will change</h3>
        {own.slice(0, maxShown).map((object) => (
          <fieldset key={object.name} className={classes.together}>
            <legend className="mono">{object.name}</legend>
            <OwnChange resource={resource} object={object} />
          </fieldset>
        ))}
        {own.length > maxShown && <p>And {counted(own.length - maxShown, one, many)} more.</p>}
      </section>
      <SideEffects
        groups={sideEffectsIn(preview, own)}
        notices={preview.notices}
        kinds={undefined}
        more={preview.more}
      />
    </ConfirmWriteDialog>
  )
}

function OwnChange({ resource, object }: { readonly resource: Resource; readonly object: AffectedObject }) {
  const [before, after] = [storedDocument(resource, object.before), storedDocument(resource, object.after)]
  return (
    <DifferenceView level={4} fields={resource.compared} changes={diff(resource.compared, before ?? {}, after ?? {})} />
  )
}
