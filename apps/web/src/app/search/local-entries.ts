import { useMantineColorScheme } from '@mantine/core'
import type { MarkedText } from '@quatrain/contract/console/search.ts'
import { fold, marked, wordsOf } from '@quatrain/contract/console/search-words.ts'
import { declaredResources } from '@quatrain/contract/resources/declared-resources.ts'
import { schemes } from '#app/shell/SchemeSwitch.tsx'
import { showShortcuts } from '#app/shell/show-shortcuts.tsx'
import { useLogOut } from '#app/shell/use-log-out.ts'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { recentVisits } from '#kit/page/visits.ts'
import { kindOf, namedKinds } from '#lib/kinds.ts'
import { paths } from '#lib/paths.ts'
import {
  addressOfSection,
  ownPages,
  type SectionName,
  sectionNamed,
  sectionsOfMembers,
  sectionsOfVisitors,
} from '#lib/sections.ts'
import type { IconName } from '#ui/Icon.tsx'

/** What can be chosen in the search. */
export interface Entry {
  readonly name: MarkedText
  readonly about: MarkedText
  readonly icon: IconName
  /** Opens an address, or does something. */
  readonly choice: string | (() => void)
}

export interface Group {
  readonly title: string
  readonly entries: readonly Entry[]
}

/** An entry of what the browser knows. */
interface LocalEntry extends Pick<Entry, 'icon' | 'choice'> {
  readonly name: string
  readonly about: string
  /** Other words that find it. */
  readonly synonyms: string
}

/** An object that the user has opened last, in the group of its kind. */
export interface RecentEntry {
  readonly title: string
  readonly entry: Entry
}

/** Words that people type for a section or its actions, and that its title and description do not have. */
const synonyms: { readonly [Name in SectionName]?: string } = {
  apiKeys: 'tokens credentials',
  changeRequests: 'reviews approvals drafts',
  changes: 'audit activity log history undo restore deleted',
  differences: 'drift synchronise',
  effectiveResult: 'overrides debug nagios',
  identityProviders: 'sso saml openid oidc sign-on',
  managedObjects: 'files git configuration',
  profile: 'account password passkeys sessions mails tokens',
  rollOuts: 'jobs upgrade',
  secondFactor: 'two-factor 2fa mfa totp passkeys',
  status: 'health version processes',
  tenantPackages: 'upgrade update versions',
  users: 'invite people accounts members',
  webhooks: 'messages slack',
}

/** The sections of the user's console, and the pages about the console and the user; without a user, the public ones. */
export function useSectionNames(): readonly SectionName[] {
  const { caller, user } = useConsoleContext()
  return user
    ? [...sectionsOfMembers(caller.deployment, user.is_superuser), ...ownPages]
    : [...sectionsOfVisitors(caller.deployment), 'documentation']
}

/** More are found by more words. */
const maxOfGroup = 6

/** Whether a name begins with what was typed, or is it. */
export const beginsWith = (name: string, text: string): boolean => fold(name).startsWith(fold(text))

/**
 * What the user has opened last, pages and actions with these words; without words, no actions, and all pages. Of what was opened last, names
 * that begin with the text come first of all; the others are for the groups of their kinds.
 */
export function useLocalGroups(text: string): {
  readonly groups: readonly Group[]
  readonly recent: readonly RecentEntry[]
} {
  const words = wordsOf(text)
  const { recent, pages, actions } = useLocalEntries()
  const groupOf = (title: string, entries: readonly LocalEntry[], most = maxOfGroup): Group => ({
    title,
    entries: entries
      .filter(({ name, about, synonyms }) => hasWords(words, name, about, synonyms))
      .sort((a, b) => Number(hasWords(words, b.name)) - Number(hasWords(words, a.name)))
      .slice(0, most)
      .map(entryOf),
  })
  const entryOf = ({ name, about, icon, choice }: LocalEntry): Entry => ({
    name: marked(name, words),
    about: marked(about, words),
    icon,
    choice,
  })
  const isFirst = ({ name }: LocalEntry) => beginsWith(name, text)
  const last = groupOf('Opened last', recent.filter(isFirst))
  return {
    groups: [
      last,
      ...(words.length === 0
        ? [groupOf('Pages', pages, pages.length)]
        : [groupOf('Pages', pages), groupOf('Actions', actions)]),
    ],
    recent: recent.flatMap((visited) =>
      !isFirst(visited) && hasWords(words, visited.name) ? { title: visited.title, entry: entryOf(visited) } : [],
    ),
  }
}

function useLocalEntries() {
  const { caller, user } = useConsoleContext()
  const may = useMay()
  const logOut = useLogOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const names = useSectionNames()

  const recent = recentVisits(user?.username ?? '').flatMap(({ kind, name, title: shownName = name }) => {
    const visited = kindOf(kind)
    if (!visited) return []
    const { icon, title } = sectionNamed(visited.section)
    return [
      { title, name: shownName, about: visited.label.one, icon, synonyms: '', choice: visited.paths.details(name) },
    ]
  })
  const pages = names.map((name): LocalEntry => {
    const section = sectionNamed(name)
    const { title, about, icon } = section
    return { name: title, about, icon, synonyms: synonyms[name] ?? '', choice: addressOfSection(section, !user) }
  })
  const action = (name: string, icon: IconName, synonyms: string, choice: Entry['choice']): LocalEntry => {
    return { name, about: '', icon, synonyms, choice }
  }
  const adds = namedKinds.flatMap(({ section, label }) => {
    const resource = declaredResources[section]
    const { add } = sectionNamed(section)
    if (!names.includes(section) || !(resource.add || add) || !may('add', resource)) return []
    const name = add ? `${add} ${label.many}` : `Add ${label.one}`
    return [action(name, 'add', `new create ${synonyms[section] ?? ''}`, paths[section].add)]
  })
  const colours = schemes
    .filter(({ value }) => value !== colorScheme)
    .map(({ value, label, icon }) => action(`${label} colours`, icon, 'theme mode', () => setColorScheme(value)))
  const ofTopology = [
    action('Show what runs on a host', 'topology', 'checks', paths.topology.endpoints),
    action('Show what is not monitored', 'topology', 'coverage', paths.topology.coverage),
  ]
  const ofUser = user
    ? [
        ...(caller.deployment === 'tenant' ? ofTopology : []),
        action('Log out', 'logOut', 'sign out leave exit', logOut),
      ]
    : []
  const help = action('Keyboard shortcuts', 'keyboard', 'help keys', showShortcuts)
  return { recent, pages, actions: [...adds, ...ofUser, ...colours, help] }
}

/** Whether all words, which are folded, are in these texts. */
export const hasWords = (words: readonly string[], ...texts: readonly string[]): boolean => {
  const folded = fold(texts.join(' '))
  return words.every((word) => folded.includes(word))
}
