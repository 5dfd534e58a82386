import {
  changeMailPreferences,
  readMailPreferences,
  unsubscribe,
} from '@quatrain/contract/accounts/mail-preferences.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { inTransaction } from '#request/context/context.ts'
import { contextOf, type RequestDependencies } from '#request/context/request-context.ts'
import { findPreferences, storePreferences } from './request-mails.repository.ts'
import { userOfToken } from './unsubscribe-token.ts'

const userIdOf = (request: FastifyRequest): number => {
  const { loggedInUser } = contextOf(request)
  if (!loggedInUser) throw new AppError('not_authenticated', 'Log in first.')
  return loggedInUser.id
}

export async function requestMailsRoutes(app: FastifyInstance, { secrets }: Pick<RequestDependencies, 'secrets'>) {
  serve(app, readMailPreferences, ({ db }, _, { request }) => findPreferences(db, userIdOf(request)))
  serve(app, changeMailPreferences, (ctx, { body }, { request }) =>
    inTransaction(ctx, async ({ db }) => {
      await storePreferences(db, userIdOf(request), body)
      return body
    }),
  )
  // Mail programs post a form.
  const parse = async (_: unknown, form: string | Buffer) => Object.fromEntries(new URLSearchParams(String(form)))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parse)
  serve(app, unsubscribe, async (ctx, { params: { token } }) => {
    const userId = userOfToken(secrets, ctx.tenant.id, token)
    if (userId === undefined) throw invalidInput({ token: 'This link is not valid. Your profile has the same choice.' })
    const never = { reviews: 'never', failures: 'never', news: 'never' } as const
    await inTransaction(ctx, ({ db }) => storePreferences(db, userId, never))
    return { detail: 'You get no more mails about change requests. Your profile offers them again.' }
  })
}
