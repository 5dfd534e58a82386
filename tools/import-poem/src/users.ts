import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { blankUser, byGroupsField, groupsField, type UserDocument, users } from '@quatrain/contract/resources/user.ts'
import { addMembers } from '@quatrain/server/features/users/group-members.repository.ts'
import { recordedUsers } from '@quatrain/server/features/users/recorded-users.ts'
import { findAll as findUsers } from '@quatrain/server/features/users/users.repository.ts'
import { isImportedHash } from '@quatrain/server/request/sessions/imported-passwords.ts'
import { sql } from 'kysely'
import { momentOf, textOf } from './decode.ts'
import { groupsHere, keyOfGroup, modelOfGroups } from './groups.ts'
import { addNew, byKey, type Run, readRows, recordAdded } from './run.ts'
import type { SourceRow } from './source.ts'

/** The rules of a user's fields, without those of the form that creates one. */
const userFields = users.change.omit({ pk: true })

/** The users of a schema with their profiles and groups. Their passwords go on working. */
export async function importUsers(run: Run): Promise<void> {
  const { ctx, source, ledger, zone } = run
  const profiles = new Map(source.rowsOf('userProfile').map((row) => [source.find('user', row.fields.user), row]))
  const groups = groupsOfProfiles(run, await groupsHere(run))
  const wantedUsers = readRows(ledger, source.rowsOf('user'), (row) => {
    const profile = profiles.get(row)
    const { document, refused } = documentOf(row, profile, groups.get(profile))
    for (const words of refused) ledger.note(row, words)
    const hash = textOf(row.fields.password)
    const passwordHash = isImportedHash(hash) ? hash : null
    if (!passwordHash) ledger.note(row, 'The console cannot verify the password: send the user a link to set one.')
    const joined = momentOf(row.fields.date_joined, zone) ?? ctx.now()
    const extra = { passwordHash, joined, lastLogin: momentOf(row.fields.last_login, zone) ?? null }
    return { row, key: document.username, document, extra }
  })
  await addNew(run, {
    wantedObjects: wantedUsers,
    find: async () => byKey(await findUsers(ctx.db), ({ username }) => username, documentIn),
    store: async (added) => {
      const ids = await insert(run, added)
      await recordAdded(
        run,
        added.map(({ key, document }) => recordedUsers.added(ids.get(key) ?? 0, document)),
      )
    },
  })
  for (const row of source.rowsOf('userProfile')) ledger.follow(row, source.find('user', row.fields.user))
  for (const kind of groupKinds) {
    for (const { row, from } of source.links('userProfile', modelOfGroups[kind])) {
      ledger.follow(row, source.find('userProfile', from))
    }
  }
}

const documentIn = (user: UserDocument): UserDocument => recordedUsers.documentIn(users.document.parse(user))

type Groups = Readonly<Partial<Record<GroupKind, readonly string[]>>>

/** The groups of each profile, without repetitions. */
function groupsOfProfiles(
  { source, ledger }: Run,
  existingGroups: ReadonlySet<string>,
): ReadonlyMap<SourceRow | undefined, Groups> {
  const groupsOfUsers = new Map<SourceRow | undefined, Partial<Record<GroupKind, string[]>>>()
  for (const kind of groupKinds) {
    for (const { from, to } of source.links('userProfile', modelOfGroups[kind])) {
      const name = textOf(source.find(modelOfGroups[kind], to)?.fields.name)
      const profile = source.find('userProfile', from)
      const isHere = existingGroups.has(keyOfGroup(kind, name))
      if (!isHere && profile && name !== '') ledger.note(profile, `Its group ${name} was not imported.`)
      if (!isHere) continue
      const groups = groupsOfUsers.get(profile) ?? {}
      groups[kind] = [...new Set([...(groups[kind] ?? []), name])]
      groupsOfUsers.set(profile, groups)
    }
  }
  return groupsOfUsers
}

/** Fields that nobody needs to log in. */
const optional = ['first_name', 'last_name', 'email', 'displayname', 'subject', 'egiid'] as const

function documentOf({ fields }: SourceRow, profile: SourceRow | undefined, groups: Groups = {}) {
  const recorded = {
    username: textOf(fields.username),
    first_name: textOf(fields.first_name),
    last_name: textOf(fields.last_name),
    email: textOf(fields.email),
    is_superuser: fields.is_superuser === true,
    is_active: fields.is_active !== false,
    displayname: textOf(profile?.fields.displayname),
    subject: textOf(profile?.fields.subject),
    egiid: textOf(profile?.fields.egiid),
  }
  const problems = optional.flatMap((field) => {
    const { error } = userFields.shape[field].safeParse(recorded[field])
    return error ? [{ field, message: error.issues.map(({ message }) => message).join('; ') }] : []
  })
  const fieldsOfUser = userFields.parse({
    ...recorded,
    ...Object.fromEntries(problems.map(({ field }) => [field, ''])),
  })
  const names = byGroupsField((kind) => [...(groups[kind] ?? [])])
  return {
    document: documentIn({ ...blankUser, ...users.document.partial().parse(fieldsOfUser), ...names }),
    refused: problems.map(({ field, message }) => `Its ${field} was left out: ${message}`),
  }
}

interface NewUser {
  readonly document: UserDocument
  readonly extra: { readonly passwordHash: string | null; readonly joined: Date; readonly lastLogin: Date | null }
}

async function insert({ ctx }: Run, newUsers: readonly NewUser[]): Promise<ReadonlyMap<string, number>> {
  const rows = newUsers.map(({ document, extra }) => ({ ...document, ...extra }))
  const { rows: ids } = await sql<{ id: number; username: string }>`
    insert into users (username, password_hash, first_name, last_name, email, is_superuser, is_active, date_joined,
      last_login, displayname, subject, egiid)
    select username, "passwordHash", first_name, last_name, email, is_superuser, is_active, joined, "lastLogin",
      displayname, subject, egiid
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (username text, "passwordHash" text, first_name text,
      last_name text, email text, is_superuser boolean, is_active boolean, joined timestamptz, "lastLogin" timestamptz,
      displayname text, subject text, egiid text)
    returning id, username
  `.execute(ctx.db)
  const members = newUsers.flatMap(({ document }) =>
    groupKinds.flatMap((kind) =>
      document[groupsField[kind]].map((name) => ({ username: document.username, kind, name })),
    ),
  )
  await addMembers(ctx.db, members)
  return new Map(ids.map(({ id, username }) => [username, id]))
}
