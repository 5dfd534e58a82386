import { byGroupKind, type GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { blankUser, byGroupsField } from '@quatrain/contract/resources/user.ts'
import type { SignOnTest } from '@quatrain/contract/sign-on/sign-on.ts'
import { record, recordEvent } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import type { ArrivedPerson } from './arrived-person.ts'
import { freeUsername } from './free-username.ts'
import type { StoredProvider } from './identity-providers.repository.ts'
import * as repository from './people.repository.ts'
import { SignOnError } from './sign-on-error.ts'

/** The name of the kind in the activity log. */
const kind = 'user'

type Provider = Pick<StoredProvider, 'id' | 'name'>

/**
 * The user of a person who has logged in at a provider. A new subject becomes a new active user, with the groups of the
 * provider's rules and without other rights. Runs in the transaction of the sign-on.
 */
export async function signedOnUser(
  ctx: Context,
  provider: Provider,
  person: ArrivedPerson,
): Promise<repository.KnownUser> {
  const identity = { providerId: provider.id, issuer: person.issuer, subject: person.subject }
  const knownUser = await repository.findUser(ctx.db, identity)
  if (knownUser) return knownUser
  const username = freeUsername(person.usernameBase, await repository.findTakenUsernames(ctx.db, person.usernameBase))
  const groups = await repository.findGroups(ctx.db, person.groups)
  const { firstName, lastName, email, displayName } = person
  const user = await repository.insertUser(ctx.db, identity, {
    username,
    firstName,
    lastName,
    email,
    displayName,
    groupIds: groups.map(({ id }) => id),
    createdAt: ctx.now(),
  })
  const namesOf = (each: GroupKind) => groups.flatMap((group) => (group.kind === each ? [group.group] : [])).sort()
  const after = {
    ...blankUser,
    username,
    first_name: firstName,
    last_name: lastName,
    email,
    is_superuser: false,
    is_active: true,
    displayname: displayName,
    ...byGroupsField(namesOf),
  }
  await record(asUser(ctx, username), [
    { kind, id: user.id, name: username, after, comment: () => `Added by the first sign-in with ${provider.name}.` },
  ])
  return user
}

/** The person adds their own user. */
const asUser = (ctx: Context, username: string): Context => ({
  ...ctx,
  caller: { ...ctx.caller, user: { username, isSuperuser: false, groups: byGroupKind(() => []) } },
})

/** Records the refused sign-on of an inactive user, and throws `SignOnError`. */
export async function refuseInactive(
  ctx: Context,
  { id, username }: repository.KnownUser,
  provider: Provider,
): Promise<never> {
  const after = { provider: provider.name }
  await inTransaction(ctx, (ctx) => recordEvent(ctx, { action: 'refuse', kind, id, name: username, after }))
  throw new SignOnError('inactive', `The user ${username} is not active.`)
}

/** Returns the user whom a sign-on would log in, without changing anything. */
export async function previewedPerson(
  ctx: Context,
  provider: Provider,
  person: ArrivedPerson,
): Promise<NonNullable<SignOnTest['person']>> {
  const { db } = ctx
  const identity = { providerId: provider.id, issuer: person.issuer, subject: person.subject }
  const knownUser = await repository.findUser(db, identity)
  const takenUsernames = await repository.findTakenUsernames(db, person.usernameBase)
  const existing = await repository.findGroups(db, person.groups)
  const exists = ({ kind, group }: ArrivedPerson['groups'][number]) =>
    existing.some((existingGroup) => existingGroup.kind === kind && existingGroup.group === group)
  return {
    subject: person.subject,
    username: knownUser?.username ?? freeUsername(person.usernameBase, takenUsernames),
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    displayname: person.displayName,
    is_known: knownUser !== undefined,
    groups: person.groups.map((group) => ({ ...group, exists: exists(group) })),
  }
}
