import type { ListView, saveListView } from '@quatrain/contract/console/list-views.ts'
import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { inUse, notAllowed, notFound } from '@quatrain/platform/errors.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import * as repository from './list-views.repository.ts'

/** The maximum number of views of a user, and of shared ones, so that the menus of lists stay readable. */
const maxViews = 200

function assertMayWrite({ caller: { user } }: Context, shared: boolean): void {
  if (shared && !user?.isSuperuser) throw notAllowed('Only superusers share views.')
}

/** Views of one user are nobody else's business, so only changes of shared ones are recorded. */
async function recordShared(ctx: Context, action: 'add' | 'change' | 'delete', { id, list, name, shared }: ListView) {
  if (shared) await recordEvent(ctx, { action, kind: 'listview', id, name: `${name} of ${list}` })
}

/**
 * Adds the view, or replaces the one of the same owner with its name, or with its former name. Throws `not_allowed`, `not_found` if there
 * is no view of the former name, `already_exists`, and `in_use` if there are too many.
 */
export function saveView(
  ctx: Context,
  userId: number,
  { former_name, ...view }: InputOf<typeof saveListView>['body'],
): Promise<ListView> {
  assertMayWrite(ctx, view.shared)
  return inTransaction(ctx, async (ctx) => {
    const views = (await repository.findAll(ctx.db, userId)).filter(({ shared }) => shared === view.shared)
    const former = views.find(({ list, name }) => list === view.list && name === (former_name ?? view.name))
    if (!former && former_name !== undefined) throw notFound('View')
    if (!former && views.length >= maxViews)
      throw inUse(`There are ${maxViews} views. Delete one before you add another.`)
    const stored = former
      ? await repository.update(ctx.db, { ...view, id: former.id })
      : await repository.insert(ctx.db, view.shared ? null : userId, view)
    await recordShared(ctx, former ? 'change' : 'add', stored)
    return stored
  })
}

/** Throws `not_found` also for the view of another user, and `not_allowed`. */
export const removeView = (ctx: Context, userId: number, id: number): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const view = await repository.find(ctx.db, userId, id)
    if (!view) throw notFound('View')
    assertMayWrite(ctx, view.shared)
    await repository.remove(ctx.db, id)
    await recordShared(ctx, 'delete', view)
  })
