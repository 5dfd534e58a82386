import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { groupsField, type UserDocument, users } from '@quatrain/contract/resources/user.ts'
import type { UserProfileInput } from '@quatrain/contract/resources/user-profile.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { authorize, authorizeWrite } from '#kit/http/authorize.ts'
import type { Context } from '#request/context/context.ts'
import type { Sessions } from '#request/sessions/sessions.ts'
import { recordedUsers } from './recorded-users.ts'
import { findForUpdate } from './users.repository.ts'
import { saveUser, withFreshSessions } from './users.service.ts'

/**
 * The second step of an add by other programs. Every user has a profile, so repeating it after a failure is no error; a
 * profile with other values is not overwritten.
 */
export const addUserProfile = (sessions: Sessions, ctx: Context, { username, ...input }: UserProfileInput) =>
  withFreshSessions(sessions, ctx, async (ctx) => {
    const storedUser = await findForUpdate(ctx.db, { username })
    authorize(ctx, 'add', users)
    const isSame = groupKinds.every((kind) => {
      const names = input[groupsField[kind]]
      return names === undefined || sameNames(names, storedUser[groupsField[kind]])
    })
    const { displayname, subject, egiid } = storedUser
    const isSameText = displayname === input.displayname && subject === input.subject && egiid === input.egiid
    if (!isBlank(recordedUsers.documentIn(storedUser)) && !(isSame && isSameText)) {
      throw new AppError('already_exists', 'User profile already exists.')
    }
    return saveUser(sessions, ctx, storedUser, input)
  })

/** The second step of a change by other programs. */
export const changeUserProfile = (sessions: Sessions, ctx: Context, { username, ...input }: UserProfileInput) =>
  withFreshSessions(sessions, ctx, async (ctx) => {
    const storedUser = await findForUpdate(ctx.db, { username })
    authorizeWrite(ctx, 'change', users, storedUser)
    return saveUser(sessions, ctx, storedUser, input)
  })

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name))

const isBlank = (user: UserDocument): boolean =>
  user.displayname === '' &&
  user.subject === '' &&
  user.egiid === '' &&
  groupKinds.every((kind) => user[groupsField[kind]].length === 0)
