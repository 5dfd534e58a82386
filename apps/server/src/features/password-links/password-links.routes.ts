import { readPasswordLink, sendPasswordLink, setPassword } from '@quatrain/contract/accounts/password-links.ts'
import type { FastifyInstance } from 'fastify'
import type { Mailing } from '#clients/mail/mailer.ts'
import { serve } from '#kit/http/serve.ts'
import type { Sessions } from '#request/sessions/sessions.ts'
import * as service from './password-links.service.ts'

interface Dependencies {
  readonly sessions: Sessions
  readonly mailing: Mailing
}

export async function passwordLinksRoutes(app: FastifyInstance, { sessions, mailing }: Dependencies) {
  serve(app, sendPasswordLink, async (ctx, { body }) => {
    const { email } = await service.sendLink(mailing, ctx, body.username)
    return { detail: `A link to set the password was sent to ${email}.` }
  })
  serve(app, readPasswordLink, async (ctx, { body }) => {
    const { username } = await service.userOfLink(ctx, body.token)
    return { username }
  })
  serve(app, setPassword, async (ctx, { body }) => {
    await service.setPassword(sessions, ctx, body)
    return { detail: 'Password successfully set' }
  })
}
