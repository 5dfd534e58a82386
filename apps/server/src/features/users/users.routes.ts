import { byGroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { changeUsers, groupsField, listUsers, readUser, userPage, users } from '@quatrain/contract/resources/user.ts'
import {
  addUserProfile,
  changeUserProfile,
  groupsOfOneUser,
  readUserProfile,
} from '@quatrain/contract/resources/user-profile.ts'
import { AppError, notAllowed } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Mailing } from '#clients/mail/mailer.ts'
import { serve } from '#kit/http/serve.ts'
import { registeredKind } from '#kit/kinds/kinds.ts'
import { operation } from '#kit/kinds/operation.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import type { Context } from '#request/context/context.ts'
import type { Sessions } from '#request/sessions/sessions.ts'
import { find, findAll, findIfThere, listUsers as list, listUserPage } from './users.repository.ts'
import * as profiles from './users.service.ts'
import * as service from './users.service.ts'

interface Dependencies {
  readonly sessions: Sessions
  readonly mailing: Mailing
}

export async function usersRoutes(app: FastifyInstance, { sessions, mailing }: Dependencies) {
  // The list has no entity tag: logging in changes the time of the last login, which counts as no change.
  serve(app, listUsers, (ctx) => list(ctx.db, ctx.caller.user?.isSuperuser ? undefined : nameOf(ctx)))
  serve(app, userPage, (ctx, { query }) => listUserPage(ctx.db, query))
  serve(app, readUser, async (ctx, { params }) => find(ctx.db, readable(ctx, params.key)))
  registeredKind(app, users).list = ({ db }) => findAll(db)
  serveResource(app, users, {
    add: (ctx, input) => service.addUserByLink(mailing, ctx, input),
    change: (ctx, input) => service.changeUser(sessions, ctx, input),
    remove: (ctx, username) => service.deleteUser(sessions, ctx, username),
    readStored: (ctx, username) => find(ctx.db, { username }),
    operations: {
      changeMany: operation(changeUsers, (ctx, { writes }) => service.changeSeveralUsers(sessions, ctx, writes)),
    },
  })

  serve(app, readUserProfile, (ctx, { params }) => find(ctx.db, readable(ctx, params.key)))
  serve(app, addUserProfile, (ctx, { body }) => profiles.addUserProfile(sessions, ctx, body))
  serve(app, changeUserProfile, (ctx, { body }) => profiles.changeUserProfile(sessions, ctx, body))
  serve(app, groupsOfOneUser, async (ctx, { params }) => {
    const user = await findIfThere(ctx.db, readable(ctx, params.key))
    if (!user) throw new AppError('not_found', 'User not found')
    return { result: byGroupKind((kind) => user[groupsField[kind]]) }
  })
}

const nameOf = ({ caller }: Context): string => caller.user?.username ?? ''

/** The user of this name. Throws `not_allowed` for others than superusers and the user, also if there is none. */
function readable(ctx: Context, username: string) {
  if (!ctx.caller.user?.isSuperuser && username !== nameOf(ctx)) {
    throw notAllowed('You do not have permission to fetch users other than yourself.')
  }
  return { username }
}
