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

/** What the user has opened last, pages and actions with these words; without words, no actions, and all pages. */
export function useLocalGroups(text: string): readonly Group[] {
  const words = wordsOf(text)
  const { recent, pages, actions } = useLocalEntries()
  const groupOf = (title: string, entries: readonly LocalEntry[], most = maxOfGroup): Group => ({
    title,
    entries: entries
      .filter(({ name, about, synonyms }) => hasWords(words, name, about, synonyms))
      .sort((a, b) => Number(hasWords(words, b.name)) - Number(hasWords(words, a.name)))
      .slice(0, most)
      .map(({ name, about, icon, choice }) => ({
        name: marked(name, words),
        about: marked(about, words),
        icon,
        choice,
      })),
  })
  return words.length === 0
    ? [groupOf('Opened last', recent), groupOf('Pages', pages, pages.length)]
    : [groupOf('Opened last', recent), groupOf('Pages', pages), groupOf('Actions', actions)]
}

function useLocalEntries() {
  const { caller, user } = useConsoleContext()
  const may = useMay()
  const logOut = useLogOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const names = useSectionNames()

  const recent = recentVisits(user?.username ?? '').flatMap(({ kind, name, title = name }): LocalEntry[] => {
    const visited = kindOf(kind)
    if (!visited) return []
    const { icon } = sectionNamed(visited.section)
    return [{ name: title, about: visited.label.one, icon, synonyms: '', choice: visited.paths.details(name) }]
  })
  const pages = names.map((name): LocalEntry => {
    const section = sectionNamed(name)
    const { title, about, icon } = section
    return { name: title, about, icon, synonyms: synonyms[name] ?? '', choice: addressOfSection(section, !user) }
  })
  const adds = namedKinds.flatMap(({ section, label }): LocalEntry[] => {
    const resource = declaredResources[section]
    const { add } = sectionNamed(section)
    if (!names.includes(section) || !(resource.add || add) || !may('add', resource)) return []
    const name = add ? `${add} ${label.many}` : `Add ${label.one}`
    return [
      { name, about: '', icon: 'add', synonyms: `new create ${synonyms[section] ?? ''}`, choice: paths[section].add },
    ]
  })
  const colours = schemes
    .filter(({ value }) => value !== colorScheme)
    .map(({ value, label, icon }): LocalEntry => {
      const choice = () => setColorScheme(value)
      return { name: `${label} colours`, about: '', icon, synonyms: 'theme scheme mode', choice }
    })
  const help: LocalEntry = {
    name: 'Keyboard shortcuts',
    about: '',
    icon: 'keyboard',
    synonyms: 'help keys',
    choice: showShortcuts,
  }
  const ofHosts: LocalEntry = {
    name: 'Show what runs on a host',
    about: 'Type the name of the host, or choose it in the topology',
    icon: 'topology',
    synonyms: 'checks',
    choice: paths.topology.endpoints,
  }
  const leaving: LocalEntry = {
    name: 'Log out',
    about: '',
    icon: 'logOut',
    synonyms: 'sign out leave exit',
    choice: logOut,
  }
  const ofUser = user ? [...(caller.deployment === 'tenant' ? [ofHosts] : []), leaving] : []
  return { recent, pages, actions: [...adds, ...ofUser, ...colours, help] }
}

/** Whether all words, which are folded, are in these texts. */
export const hasWords = (words: readonly string[], ...texts: readonly string[]): boolean => {
  const folded = fold(texts.join(' '))
  return words.every((word) => folded.includes(word))
}
