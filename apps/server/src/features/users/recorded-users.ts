import { byGroupsField, groupsField, type UserDocument, users } from '@quatrain/contract/resources/user.ts'
import { type ListWords, listing } from '#kit/recording/describe-change.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'

/** A comment names at most this many groups; of more it gives the number. */
const maxNamed = 10

/** `Added groups of reports a and b.` */
const groupWords = (label: string): ListWords => ({
  sentences(verb, groups) {
    if (groups.length > maxNamed) return [`${verb} ${groups.length} ${label}.`]
    return [`${verb} ${label} ${listing(groups.flat())}.`]
  },
})

const recorded = recordedKind(users, {
  nameOf: ({ username }) => username,
  words: byGroupsField((kind) => groupWords(users.compared[groupsField[kind]].label)),
})

/** Users in the format of the recorder. */
export const recordedUsers = {
  ...recorded,
  /** The document of a user with complete fields; groups are sorted, as they are read. */
  documentIn: (user: UserDocument): UserDocument => {
    const document = users.document.parse(user)
    return { ...document, ...byGroupsField((kind) => document[groupsField[kind]].toSorted()) }
  },
}
