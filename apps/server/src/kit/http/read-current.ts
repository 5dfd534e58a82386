import type { Context } from '#request/context/context.ts'

/** What identifies the state that a read depends on; see `revisionOf`. */
export type Revision = (ctx: Context) => Promise<string>

/**
 * Reads a state whose revision the primary had when the request began: on the standby if it has the same one, else on the
 * primary. So the answer is never older than what the user wrote or saw before, whichever process they used. `read` must
 * use only the handles of its context, and not write.
 */
export async function readCurrent<T>(
  ctx: Context,
  state: string,
  revision: Revision,
  read: (ctx: Context) => Promise<T>,
): Promise<T> {
  const standbyAnswer = await ctx.standby?.attempt(ctx.tenant, {
    isCurrent: async (db) => (await revision({ ...ctx, db })) === state,
    read: (db) => read({ ...ctx, db }),
  })
  return standbyAnswer ? standbyAnswer.answer : read(ctx)
}
