import {
  changeMailPreferences,
  noMails,
  readMailPreferences,
  readWatchedObjects,
  unsubscribe,
  watchObject,
} from '@quatrain/contract/accounts/mail-preferences.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { visibleKinds } from '#kit/kinds/kinds.ts'
import { inTransaction } from '#request/context/context.ts'
import { loggedInUserOn, type RequestDependencies } from '#request/context/request-context.ts'
import { findPreferences, findWatched, storePreferences, unwatch, watch } from './request-mails.repository.ts'
import { userOfToken } from './unsubscribe-token.ts'

export async function requestMailsRoutes(app: FastifyInstance, { secrets }: Pick<RequestDependencies, 'secrets'>) {
  serve(app, readMailPreferences, ({ db }, _, { request }) => findPreferences(db, loggedInUserOn(request).id))
  serve(app, changeMailPreferences, (ctx, { body }, { request }) =>
    inTransaction(ctx, async ({ db }) => {
      await storePreferences(db, loggedInUserOn(request).id, body)
      return body
    }),
  )
  serve(app, readWatchedObjects, async ({ db }, _, { request }) => [
    ...(await findWatched(db, loggedInUserOn(request).id)),
  ])
  serve(app, watchObject, (ctx, { body: { watched, ...object } }, { request }) => {
    if (!visibleKinds(app.kinds, ctx).includes(object.kind))
      throw invalidInput({ kind: 'You see no objects of this kind' })
    return inTransaction(ctx, async ({ db }) => {
      const { id } = loggedInUserOn(request)
      await unwatch(db, id, object)
      if (watched) await watch(db, id, object)
      return [...(await findWatched(db, id))]
    })
  })
  // Mail programs post a form.
  const parse = async (_: unknown, form: string | Buffer) => Object.fromEntries(new URLSearchParams(String(form)))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parse)
  serve(app, unsubscribe, async (ctx, { params: { token } }) => {
    const userId = userOfToken(secrets, ctx.tenant.id, token)
    if (userId === undefined) throw invalidInput({ token: 'This link is not valid. Your profile has the same choice.' })
    await inTransaction(ctx, ({ db }) => storePreferences(db, userId, noMails))
    return { detail: 'You get no more of these mails. Your profile offers them again.' }
  })
}
