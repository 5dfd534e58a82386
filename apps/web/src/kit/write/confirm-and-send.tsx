import { managedKinds } from '@quatrain/contract/configuration/configuration.ts'
import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { acceptsUserKeys } from '@quatrain/contract/kit/endpoint.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '#kit/api/api-error.ts'
import { managedObjectsQuery } from '#kit/api/managed-objects.ts'
import type { WriteResult } from '#kit/api/write.ts'
import { loadPart } from '#lib/load-part.ts'
import { dialogs } from '#ui/dialogs.tsx'
import type { showWriteAsCode } from './AsCodeDialog.tsx'
import type { FormDefinition } from './form-definition.ts'
import { type Answer, type PreparedWrite, WriteInDialog } from './write-in-dialog.ts'

/**
 * Previews a write, asks the user in a dialog, and sends the write. If its effects have changed in the meantime, the user
 * is asked again. Returns nothing if the user cancels; throws what the server refuses.
 */
export async function confirmAndSend(
  { write, options = {}, dialog }: PreparedWrite,
  definition: Pick<FormDefinition<never>, 'resource'> | undefined,
  queries: QueryClient,
): Promise<WriteResult | undefined> {
  for (let earlierAnswer: Answer | undefined; ; ) {
    const previewed = { ...options, rollOut: earlierAnswer?.rollOut }
    const dryRun = await write.preview(previewed)
    const managed = definition ? await managedIn(dryRun, definition.resource, queries) : []
    const more = (cursor: string) => write.preview({ ...previewed, cursor, ifPreviewMatch: dryRun.preview })
    const preview = { ...dryRun, more }
    const props = { preview, hasPreviewChanged: earlierAnswer !== undefined, earlierAnswer }
    const confirm = async (answer: Answer) => {
      const confirmed = { ...options, ...answer }
      const isAsPreviewed = (answer.rollOut === undefined) === (previewed.rollOut === undefined)
      const confirmedRun = isAsPreviewed ? dryRun : await write.preview(confirmed)
      return { confirmedRun, sent: { ...confirmed, ifPreviewMatch: confirmedRun.preview } }
    }
    const showIt = async (answer: Answer) =>
      showAsCode({ write, options: (await confirm(answer)).sent, resource: definition?.resource })
    const answer = await dialogs.open<Answer>((close) => (
      <WriteInDialog
        value={{
          owners: [...new Set(managed.map(({ owner }) => owner))].join(' and '),
          ...(acceptsUserKeys(write.endpoint) && { showAsCode: showIt }),
        }}
      >
        {dialog({ ...props, close })}
      </WriteInDialog>
    ))
    if (!answer) return undefined
    const { confirmedRun, sent } = await confirm(answer)
    earlierAnswer = answer
    if (!haveSameEffects(dryRun, confirmedRun)) continue
    try {
      return await write.send(sent)
    } catch (error) {
      // Either the object or the effects have changed; the next preview shows which.
      if (!isApiError(error, 'stale_version')) throw error
    }
  }
}

/** Shows a write as a script makes it. */
export async function showAsCode(written: Parameters<typeof showWriteAsCode>[0]): Promise<void> {
  const { showWriteAsCode } = await loadPart(() => import('./AsCodeDialog.tsx'))
  showWriteAsCode(written)
}

/** The objects of the kind that the write changes or deletes and that are managed as code; nothing if that cannot be read. */
async function managedIn({ changes }: DryRun, { kind, key }: Resource, queries: QueryClient) {
  const names = new Set(
    changes.flatMap((change) => (change.kind === kind && change.before ? [keyIn(change.before, key.read)] : [])),
  )
  const [name] = names
  if (name === undefined || !managedKinds.has(kind)) return []
  const query = managedObjectsQuery(names.size === 1 ? { kind, name } : { kind })
  const managed = await queries.fetchQuery(query).catch(() => [])
  return managed.filter(({ name }) => names.has(name))
}

/** Whether two writes change the same numbers of objects in each tenant, now or later. */
const haveSameEffects = (a: DryRun, b: DryRun): boolean => linesOf(a).join() === linesOf(b).join()

const linesOf = ({ groups }: DryRun) =>
  groups.map(({ tenant, kind, action, count }) => JSON.stringify([tenant, kind, action, count])).toSorted()
