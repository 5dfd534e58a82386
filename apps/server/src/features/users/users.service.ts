import type { AnswerOf, InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { itemsOfGroups } from '@quatrain/contract/kit/kind-names.ts'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import {
  blankUser,
  type changeUsers,
  groupsField,
  type ProfileInput,
  type UserDocument,
  users,
} from '@quatrain/contract/resources/user.ts'
import type { UserProfileInput } from '@quatrain/contract/resources/user-profile.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import type { Mailing } from '#clients/mail/mailer.ts'
import { sendLinkTo } from '#features/password-links/password-links.effects.ts'
import { endKeysOf } from '#features/user-keys/user-keys.effects.ts'
import { authorize, authorizeWrite } from '#kit/http/authorize.ts'
import { guardOf, guardTag } from '#kit/http/etags.ts'
import type { Change } from '#kit/recording/changes.ts'
import { someOf } from '#kit/recording/list-words.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import { assertUncommon, hashPassword } from '#request/sessions/passwords.ts'
import type { Sessions } from '#request/sessions/sessions.ts'
import { recordedUsers } from './recorded-users.ts'
import * as repository from './users.repository.ts'
import { findForUpdate, type StoredUser } from './users.repository.ts'

/** Adds a user with the groups that are given. A user without a password cannot log in yet. */
async function addUser(ctx: Context, { password, ...input }: AddInput<typeof users>): Promise<StoredUser & Notices> {
  if (password !== undefined) await assertUncommon(password)
  // Outside of the transaction, because hashing takes long; a dry run is rolled back anyway.
  const passwordHash = ctx.write.dryRun || password === undefined ? null : await hashPassword(password)
  return inTransaction(ctx, async (ctx) => {
    authorize(ctx, 'add', users)
    await assertGroups(ctx, input)
    const document = recordedUsers.documentIn({ ...blankUser, ...definedFields(input) })
    const notices = await compareWithOthers(ctx, document)
    const now = ctx.now()
    const id = await repository.insert(ctx.db, document, { passwordHash, at: now })
    await repository.replaceGroups(ctx.db, id, groupsIn(input))
    await record(ctx, [recordedUsers.added(id, document)])
    return { ...document, id, pk: id, rowVersion: 1, date_joined: now.toISOString(), last_login: '', ...notices }
  })
}

/**
 * Adds a user, and sends a link to set the password if none is given. The user is stored whether or not the mail is sent.
 */
export async function addUserByLink(mailing: Mailing, ctx: Context, input: AddInput<typeof users>) {
  const mustChoose = input.password === undefined
  if (mustChoose && !mailing.mailer) throw invalidInput({ password: 'Required' })
  const added = await addUser(ctx, input)
  if (!mustChoose || !added.is_active) return added
  if (ctx.write.dryRun) return { ...added, info: `A link to set the password is sent to ${added.email}.` }
  try {
    await sendLinkTo(mailing, ctx, async () => added)
    return { ...added, info: `A link to set the password was sent to ${added.email}.` }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const failed = `${error.message} Send another link on the page of the user.`
    return { ...added, warning: [added.warning, failed].filter((text) => text !== undefined).join('\n') }
  }
}

/** Changes a user, and the groups of the kinds that are given. Sessions and keys end if the user is deactivated. */
export const changeUser = (sessions: Sessions, ctx: Context, { pk, ...input }: ChangeInput<typeof users>) =>
  withFreshSessions(sessions, ctx, async (ctx) => {
    const storedUser = await repository.findForUpdate(ctx.db, { id: pk })
    authorizeWrite(ctx, 'change', users, storedUser)
    return saveUser(sessions, ctx, storedUser, input)
  })

/** Deletes a user with all sessions and keys. Histories and the activity log keep the name. */
export const deleteUser = (sessions: Sessions, ctx: Context, username: string): Promise<Notices> =>
  withFreshSessions(sessions, ctx, async (ctx) => {
    const storedUser = await repository.findForUpdate(ctx.db, { username })
    authorizeWrite(ctx, 'delete', users, storedUser)
    if (isOneself(ctx, storedUser)) throw new AppError('invalid_input', 'You cannot delete yourself.')
    if (await isLastSuperuser(ctx, storedUser)) throw new AppError('in_use', lastSuperuser)
    await repository.remove(ctx.db, storedUser.id)
    await record(ctx, [recordedUsers.removed(storedUser)])
    return {}
  })

/** Stores what is given of a locked user, in the transaction of the context. Records it. */
async function saveUser(
  sessions: Sessions,
  ctx: Context,
  storedUser: StoredUser,
  input: Partial<UserDocument> | ProfileInput,
): Promise<StoredUser & Notices> {
  const { saved, change } = await storeUser(sessions, ctx, storedUser, input)
  await record(ctx, [change])
  return saved
}

/** Changes several users as single writes do, in their order. What is unchanged keeps its version. */
export const changeSeveralUsers = (
  sessions: Sessions,
  ctx: Context,
  writes: InputOf<typeof changeUsers>['body']['writes'],
): Promise<AnswerOf<typeof changeUsers>> =>
  withFreshSessions(sessions, ctx, async (ctx) => {
    const stored = []
    for (const { input, base: ifMatch } of writes) {
      const { pk, ...values } = input
      const ofOne = { ...ctx, write: { ...ctx.write, ifMatch } }
      try {
        const before = await repository.findForUpdate(ctx.db, { id: pk })
        authorizeWrite(ofOne, 'change', users, before)
        stored.push({ before, ...(await storeUser(sessions, ofOne, before, values)) })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        throw new AppError(error.code, `${input.username}: ${error.message}`, { cause: error })
      }
    }
    await record(
      ctx,
      stored.map(({ change }) => change),
    )
    const warning = stored.flatMap(({ saved }) => saved.warning ?? []).join('\n')
    return {
      inverse: stored.map(({ before, saved: { id, rowVersion } }) => ({
        input: { ...recordedUsers.documentIn(before), pk: id },
        base: guardTag(guardOf({ id, rowVersion })),
      })),
      ...(warning !== '' && { warning }),
    }
  })

/** The same without recording the change. */
async function storeUser(
  sessions: Sessions,
  ctx: Context,
  storedUser: StoredUser,
  input: Partial<UserDocument> | ProfileInput,
): Promise<{ readonly saved: StoredUser & Notices; readonly change: Change }> {
  const document = recordedUsers.documentIn({ ...storedUser, ...definedFields(input) })
  await assertAllowed(ctx, storedUser, document)
  await assertGroups(ctx, input)
  const notices = await compareWithOthers(ctx, document, storedUser)
  await repository.update(ctx.db, storedUser.id, document)
  await repository.replaceGroups(ctx.db, storedUser.id, groupsIn(input))
  const ends = storedUser.is_active && !document.is_active && (await endAccess(sessions, ctx, storedUser))
  const warning = [notices.warning, ends].filter(Boolean).join('\n')
  return {
    change: recordedUsers.changed(ctx, storedUser, document),
    saved: { ...storedUser, ...document, rowVersion: storedUser.rowVersion + 1, ...(warning !== '' && { warning }) },
  }
}

/** Ends the sessions and the keys of a user. Returns a sentence about those that there were. */
async function endAccess(sessions: Sessions, ctx: Context, storedUser: StoredUser): Promise<string> {
  const [sessionCount, keyCount] = [await sessions.endAllOf(ctx.db, storedUser.id), await endKeysOf(ctx, storedUser)]
  if (sessionCount + keyCount === 0) return ''
  return `Sessions (${sessionCount}) and keys (${keyCount}) of ${storedUser.username} end for good, also if the user is activated again.`
}

/**
 * Runs a write that may change the rights of users. Afterwards this process reads their sessions again; others do within
 * a second.
 */
async function withFreshSessions<T>(sessions: Sessions, ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const result = await inTransaction(ctx, work)
  sessions.forget(ctx.tenant)
  return result
}

const lastSuperuser = 'This is the last active superuser. Nobody could administer users any more.'

/** Throws if users would give up their own administration, or if no active superuser would stay. */
async function assertAllowed(ctx: Context, storedUser: StoredUser, after: UserDocument): Promise<void> {
  if (storedUser.email !== '' && after.email === '') throw invalidInput({ email: 'Required' })
  const losses = (['is_superuser', 'is_active'] as const).filter((flag) => storedUser[flag] && !after[flag])
  if (losses.length === 0) return
  if (isOneself(ctx, storedUser)) throw invalidInput(losses.map((flag) => [flag, ownLoss[flag]]))
  if (await isLastSuperuser(ctx, storedUser)) throw invalidInput(losses.map((flag) => [flag, lastSuperuser]))
}

/**
 * What other users have in common with one who gets a username or a mail address. Usernames that differ only in capital letters are
 * refused with `already_exists`: people would take one user for the other.
 */
async function compareWithOthers({ db }: Context, after: UserDocument, storedUser?: StoredUser): Promise<Notices> {
  const [isNamed, isReachable] = (['username', 'email'] as const).map((field) => after[field] !== storedUser?.[field])
  if (!isNamed && !isReachable) return {}
  const similarUsers = await repository.findAlike(db, after, storedUser?.id)
  const twin = isNamed && similarUsers.find(({ hasName }) => hasName)
  if (twin) throw differsInCase(twin.username)
  const sharing = isReachable ? similarUsers.flatMap(({ username, hasEmail }) => (hasEmail ? [username] : [])) : []
  return sharing.length === 0 ? {} : { warning: `${enumeration(sharing)} the same email address.` }
}

/** `User ada has`, `Users ada, bob and 2 more have` */
function enumeration(usernames: readonly string[]): string {
  if (usernames.length === 1) return `User ${usernames[0]} has`
  return `Users ${someOf(usernames)} have`
}

const differsInCase = (username: string) =>
  new AppError(
    'already_exists',
    `User ${username} already exists: usernames must differ in more than capital letters.`,
    {
      fields: { username: `Differs from ${username} only in capital letters` },
    },
  )

const ownLoss = {
  is_superuser: 'You cannot remove your own superuser status.',
  is_active: 'You cannot deactivate yourself.',
} as const

const isOneself = ({ caller }: Context, { username }: StoredUser) => caller.user?.username === username

/** The tenant's write lock prevents that two superusers demote each other at the same time. */
const isLastSuperuser = async ({ db }: Context, { id, is_superuser, is_active }: StoredUser): Promise<boolean> =>
  is_superuser && is_active && (await repository.otherSuperusers(db, id)) === 0

/** Throws `not_found` with the message of the first kind with an unknown group. */
async function assertGroups({ db }: Context, input: Partial<UserDocument> | ProfileInput): Promise<void> {
  const unknown = await repository.kindsWithUnknown(db, groupsIn(input))
  const [first] = unknown
  if (first === undefined) return
  const fields = Object.fromEntries(unknown.map((kind) => [groupsField[kind], noSuchGroup(kind)]))
  throw new AppError('not_found', noSuchGroup(first), { fields })
}

const noSuchGroup = (kind: GroupKind) => `Group of ${itemsOfGroups[kind]} does not exist.`

const groupsIn = (input: Partial<UserDocument> | ProfileInput) =>
  Object.fromEntries(groupKinds.flatMap((kind) => (input[groupsField[kind]] ? [[kind, input[groupsField[kind]]]] : [])))

/** The fields that are not left out. */
const definedFields = <T extends object>(input: T) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

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
