import { groupKinds } from '../kit/group-kinds.ts'
import { itemsOfGroups, namesOfGroups, readKeyOf } from '../kit/kind-names.ts'
import { groupsField } from '../resources/user.ts'
import type { EstateKind } from './estate.ts'
import { defineRule, type FindingRule, keyOfDocument, shortList } from './rule.ts'

const day = 86_400_000
const isOlder = (now: Date, moment: Date, days: number) => now.getTime() - moment.getTime() >= days * day
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

const countOf = (members: readonly string[] | number): number =>
  typeof members === 'number' ? members : members.length

const groupRules = groupKinds.flatMap((groupKind) => {
  const { kind, label } = namesOfGroups(groupKind)
  const shared = { kind, severity: 'hint', needs: [kind] } as const
  return [
    defineRule({
      ...shared,
      id: `group/empty-${groupKind}`,
      title: `Empty ${label.one}`,
      follows: 'Its users may change nothing by it.',
      advice: `Add ${itemsOfGroups[groupKind]}, or delete it.`,
      *find(estate) {
        for (const { name, items } of estate[kind])
          if (countOf(items) === 0) yield { name, field: 'items', says: `It has no ${itemsOfGroups[groupKind]}.` }
      },
    }),
    defineRule({
      ...shared,
      id: `group/no-users-${groupKind}`,
      title: `${label.one.charAt(0).toUpperCase()}${label.one.slice(1)} without users`,
      follows: `Only superusers may change its ${itemsOfGroups[groupKind]}.`,
      advice: 'Add users, or delete it.',
      *find(estate) {
        for (const { name, users } of estate[kind])
          if (countOf(users) === 0) yield { name, field: 'users', says: 'It has no users.' }
      },
    }),
  ]
})

const userRules: readonly FindingRule[] = [
  defineRule({
    id: 'user/no-groups',
    kind: 'user',
    severity: 'hint',
    title: 'User without groups',
    follows: 'The user may change nothing.',
    advice: 'Add groups, or deactivate the user if reading is not needed.',
    needs: ['user'],
    *find({ user }) {
      for (const document of user) {
        const isInGroup = groupKinds.some((kind) => document[groupsField[kind]].length > 0)
        if (document.is_active && !document.is_superuser && !isInGroup)
          yield { name: document.username, says: 'The user is in no group.' }
      }
    },
  }),
  defineRule({
    id: 'user/no-login',
    kind: 'user',
    severity: 'hint',
    title: 'User who has not logged in for 180 days',
    follows: 'An account that nobody watches can be used by somebody else.',
    advice: 'Deactivate the user.',
    needs: ['user', 'logins', 'now'],
    *find({ user, logins, now }) {
      const active = new Set(user.filter(({ is_active: isActive }) => isActive).map(({ username }) => username))
      for (const { username, joined, last } of logins)
        if (active.has(username) && isOlder(now, last ?? joined, 180))
          yield {
            name: username,
            says: last ? `The last login was on ${dayOf(last)}.` : `Never logged in since ${dayOf(joined)}.`,
          }
    },
    fix: (document) => ({ ...document, is_active: false }),
  }),
  defineRule({
    id: 'user/no-second-factor',
    kind: 'user',
    severity: 'warning',
    title: 'Superuser without a second factor',
    follows: 'Whoever learns the password can change everything.',
    advice: 'Ask for an authenticator app or a passkey, or require one by the rule of second factors.',
    needs: ['user', 'logins'],
    *find({ user, logins }) {
      const secured = new Set(logins.filter(({ hasSecondFactor }) => hasSecondFactor).map(({ username }) => username))
      for (const { username, is_superuser: isSuperuser, is_active: isActive } of user)
        if (isSuperuser && isActive && !secured.has(username))
          yield { name: username, says: 'The superuser logs in with a password only.' }
    },
  }),
]

/** Rules of the keys of APIs, and of those of users. */
const keyRules = (['apikey', 'user'] as const).flatMap((kind) => {
  const needs = [kind === 'apikey' ? 'apiKeys' : 'keysOfUsers', 'now'] as const
  const id = kind === 'apikey' ? kind : 'user-key'
  const word = kind === 'apikey' ? 'API key' : 'Key of a user'
  type Keys = Parameters<Parameters<typeof defineRule<'apiKeys' | 'keysOfUsers' | 'now'>>[0]['find']>[0]
  const keysIn = ({ apiKeys, keysOfUsers }: Partial<Keys>) =>
    kind === 'apikey'
      ? (apiKeys ?? []).map((key) => ({ ...key, hit: { name: key.name } }))
      : (keysOfUsers ?? []).map((key) => ({ ...key, hit: { name: key.username, about: key.name } }))
  return [
    defineRule({
      id: `${id}/unused`,
      kind,
      severity: 'hint',
      title: `${word} that was not used for 90 days`,
      follows: 'A key that nobody watches can be used by somebody else.',
      advice: 'Revoke it.',
      needs,
      *find({ now, ...estate }) {
        for (const { hit, name, lastUsed, created } of keysIn(estate))
          if (isOlder(now, lastUsed ?? created, 90))
            yield {
              ...hit,
              says: lastUsed
                ? `${name} was last used on ${dayOf(lastUsed)}.`
                : `${name} was never used since ${dayOf(created)}.`,
            }
      },
    }),
    defineRule({
      id: `${id}/no-expiry`,
      kind,
      severity: 'hint',
      title: `${word} without an expiry`,
      follows: 'A key that was lost opens the console for ever.',
      advice: 'Let it expire, and rotate it before.',
      needs,
      *find(estate) {
        for (const { hit, name, expires } of keysIn(estate))
          if (!expires) yield { ...hit, says: `${name} never expires.` }
      },
    }),
  ]
})

const deactivatedKeys = defineRule({
  id: 'user-key/deactivated',
  kind: 'user',
  severity: 'warning',
  title: 'Key of a deactivated user',
  follows: 'Scripts with it fail, and would work again if the user were activated.',
  advice: 'Revoke it, and give the script a key of somebody else.',
  needs: ['keysOfUsers'],
  *find({ keysOfUsers }) {
    for (const { username, name, isActive } of keysOfUsers)
      if (!isActive) yield { name: username, about: name, says: `${name} belongs to a deactivated user.` }
  },
})

/** The kinds whose names people choose: how rules call them, and what people do. */
const namedKinds = {
  aggregationprofile: ['aggregation', 'aggregation profile'],
  metricoverride: ['override', 'override'],
  metricprofile: ['profile', 'metric profile'],
  metrictemplate: ['template', 'metric template'],
  report: ['report', 'report'],
  servicetype: ['service', 'service type'],
  thresholdsprofile: ['thresholds', 'thresholds profile'],
} as const satisfies Partial<Record<EstateKind, readonly [string, string]>>

const foldedName = (name: string) => name.normalize('NFKC').toLowerCase()

const nameRules = (Object.keys(namedKinds) as (keyof typeof namedKinds)[]).flatMap((kind) => {
  const [room, word] = namedKinds[kind]
  return [
    defineRule({
      id: `${room}/twin-name`,
      kind,
      severity: 'hint',
      title: `Names of ${word}s that people can confuse`,
      follows: 'Somebody will change the wrong one.',
      advice: 'Rename one of them, or delete it.',
      needs: [kind],
      *find(estate) {
        const names = estate[kind].map((document) => keyOfDocument(kind, document))
        for (const twins of Map.groupBy(names, foldedName).values())
          if (twins.length > 1)
            for (const name of twins)
              yield {
                name,
                field: String(readKeyOf(kind)),
                says: `Only capital letters or the form of letters tell it from ${shortList(twins.filter((twin) => twin !== name))}.`,
              }
      },
    }),
    ...(kind === 'servicetype' || kind === 'metrictemplate'
      ? []
      : [
          defineRule({
            id: `${room}/duplicate`,
            kind,
            severity: 'hint',
            title: `Two ${word}s with the same content`,
            follows: 'A change of one will be forgotten in the other.',
            advice: 'Delete one of them, and use the other everywhere.',
            needs: [kind],
            *find(estate) {
              const contents = estate[kind].map((document) => {
                const { name, ...content } = document
                return { name, content: JSON.stringify({ ...content, description: '', groupname: '' }) }
              })
              for (const duplicates of Map.groupBy(contents, ({ content }) => content).values())
                if (duplicates.length > 1)
                  for (const { name } of duplicates)
                    yield {
                      name,
                      says: `It has the content of ${shortList(duplicates.map((duplicate) => duplicate.name).filter((duplicate) => duplicate !== name))}.`,
                    }
            },
          }),
        ]),
  ]
})

export const peopleRules: readonly FindingRule[] = [...groupRules, ...userRules, ...keyRules, deactivatedKeys]
export { nameRules }
