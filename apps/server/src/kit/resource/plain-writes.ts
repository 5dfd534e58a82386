import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { DocumentOf, Resource } from '@quatrain/contract/kit/resource.ts'
import { authorize, authorizeWrite } from '#kit/http/authorize.ts'
import type { Change } from '#kit/recording/changes.ts'
import type { Words } from '#kit/recording/describe-change.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** An object by its id, or by its name in addresses. */
export type IdOrKey = { readonly id: number } | { readonly key: string }

type Identified<Document> = Document & { readonly id: number }
type StoredDocument<Document> = Identified<Document> & { readonly rowVersion: number }

/** The SQL of a kind that only the console's database stores. Errors of these functions go to the user. */
interface Repository<Document> {
  /** Locks the object until the transaction ends. Throws `not_found`. */
  readonly findForUpdate: (db: Db, criteria: IdOrKey) => Promise<StoredDocument<Document>>
  readonly insert: (db: Db, document: Document) => Promise<{ readonly id: number; readonly rowVersion: number }>
  /** Increases the row version by one. */
  readonly update: (db: Db, object: Identified<Document>) => Promise<unknown>
  readonly remove: (db: Db, id: number) => Promise<unknown>
}

interface Rules<Document> {
  /** The name of an object in histories and in the activity log. */
  readonly nameOf: (document: Document) => string
  /** How changes of lists are described in the comment of a version. */
  readonly words?: Words
  /** Updates the dependents of a changed object; returns their changes, which are recorded with its own. */
  readonly updateDependents?: (
    ctx: Context,
    stored: StoredDocument<Document>,
    after: Identified<Document>,
  ) => Promise<readonly Change[]>
  /** What the user should know about an object that is stored, such as names of what does not exist. */
  readonly noticesOf?: (ctx: Context, after: Document, stored?: StoredDocument<Document>) => Promise<Notices>
  /** Throws if the object cannot be removed, for example `in_use`. */
  readonly assertRemovable?: (ctx: Context, stored: StoredDocument<Document>) => Promise<void>
}

/**
 * Add, change and remove of a kind that only the console's database stores, with its rights, versions and activity. Each
 * write is one transaction. A kind whose writes have other side effects declares its own functions instead.
 */
export function plainWrites<R extends Resource>(
  resource: R,
  repository: Repository<DocumentOf<R>>,
  { nameOf, words, updateDependents, noticesOf, assertRemovable }: Rules<DocumentOf<R>>,
) {
  type Document = DocumentOf<R>
  const warningsOf = async (ctx: Context, after: Document, stored?: StoredDocument<Document>) =>
    ctx.write.withoutWarnings ? {} : noticesOf?.(ctx, after, stored)
  const recorded = recordedKind<R, Document>(resource, { nameOf, ...(words && { words }) })
  return {
    add: (ctx: Context, input: Document) =>
      inTransaction(ctx, async (ctx) => {
        authorize(ctx, 'add', resource)
        const added = await repository.insert(ctx.db, input)
        const notices = await warningsOf(ctx, input)
        await record(ctx, [recorded.added(added.id, input)])
        return { ...input, ...added, ...notices }
      }),
    change: (ctx: Context, input: Identified<Document>) =>
      inTransaction(ctx, async (ctx) => {
        const stored = await repository.findForUpdate(ctx.db, { id: input.id })
        authorizeWrite(ctx, 'change', resource, stored)
        await repository.update(ctx.db, input)
        const dependents = (await updateDependents?.(ctx, stored, input)) ?? []
        const notices = await warningsOf(ctx, input, stored)
        await record(ctx, [recorded.changed(ctx, stored, input), ...dependents])
        return { ...input, rowVersion: stored.rowVersion + 1, ...notices }
      }),
    remove: (ctx: Context, key: string): Promise<Notices> =>
      inTransaction(ctx, async (ctx) => {
        const stored = await repository.findForUpdate(ctx.db, { key })
        authorizeWrite(ctx, 'delete', resource, stored)
        await assertRemovable?.(ctx, stored)
        await repository.remove(ctx.db, stored.id)
        await record(ctx, [recorded.removed(stored)])
        return {}
      }),
  }
}
