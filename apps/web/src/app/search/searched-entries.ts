import { publicSearch, type SearchAnswer, type SearchGroup, search } from '@quatrain/contract/console/search.ts'
import { wordsOf } from '@quatrain/contract/console/search-words.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { useDebouncedQuery } from '#kit/api/queries.ts'
import { paths } from '#lib/paths.ts'
import { resourcePaths } from '#lib/resource-paths.ts'
import { addressOfSection, type SectionName, sectionNamed, sections } from '#lib/sections.ts'
import { beginsWith, type Group, hasWords, type RecentEntry, useSectionNames } from './local-entries.ts'

/** What the server finds; asked again about what the Web API could not tell within a moment. */
export function useSearched(text: string) {
  const isPublic = useConsoleContext().user === undefined
  const endpoint = isPublic ? publicSearch : search
  const names = useSectionNames()
  const key = ['search', isPublic]
  const quick = useDebouncedQuery(key, text === '' ? undefined : text, (q, signal) =>
    call(endpoint, { query: { q } }, { signal }),
  )
  const isIncomplete = quick.isCurrent && (quick.data?.late.length ?? 0) > 0
  const complete = useQuery({
    queryKey: [...key, text, 'complete'],
    queryFn: isIncomplete
      ? ({ signal }) => call(endpoint, { query: { q: text, complete: 'true' } }, { signal })
      : skipToken,
  })
  const answer: SearchAnswer | undefined = text === '' ? undefined : (isIncomplete && complete.data) || quick.data
  const error = text === '' ? null : isIncomplete ? complete.error : quick.error
  const words = wordsOf(text)
  const groups = (answer?.groups ?? []).flatMap((group) => groupOf(group, names, isPublic))
  return {
    answer,
    // Those of an earlier text stay as far as they have the words of this one.
    groups: quick.isCurrent
      ? groups
      : groups.map((group) => ({
          ...group,
          entries: group.entries.filter(({ name, about }) => hasWords(words, name.text, about.text)),
        })),
    isWaiting: text !== '' && !error && (isIncomplete ? complete.isFetching : !quick.isCurrent),
    error,
    retry: () => void (isIncomplete ? complete : quick).refetch(),
  }
}

/** Hosts, which are in no section of their own. */
const hosts = { title: 'Hosts', icon: 'topology' } as const

const isOf = (kind: string) => (name: SectionName) => {
  const operationsProfiles: SectionName = 'operationsProfiles'
  return kind === 'operationsprofile' ? name === operationsProfiles : sectionNamed(name).names?.kind === kind
}

/** The results of a kind with their pages; none if the sections with these names have no pages for it. */
function groupOf({ kind, results }: SearchGroup, names: readonly SectionName[], isPublic: boolean): Group[] {
  const section = names.filter(isOf(kind)).map(sectionNamed)[0]
  const { title, icon } = section ?? hosts
  if (!section && kind !== 'host') return []
  const pathOf = section ? resourcePaths(addressOfSection(section, isPublic)).details : paths.topology.host
  return [{ title, entries: results.map(({ key, name, about }) => ({ name, about, icon, choice: pathOf(key) })) }]
}

/** The kind as results name it. */
export function titleOfKind(kind: string): string {
  const name = (Object.keys(sections) as SectionName[]).find(isOf(kind))
  return name ? sectionNamed(name).title : hosts.title
}

/**
 * The groups with what the user has opened last: after names that begin with the text, before the others. It is known here only, so that
 * nobody else learns of it, and before the server answers. What is in `shownGroups` is not repeated.
 */
export function withRecent(
  groups: readonly Group[],
  recent: readonly RecentEntry[],
  shownGroups: readonly Group[],
  text: string,
): Group[] {
  const titles = [...new Set([...groups, ...recent].map(({ title }) => title))]
  const shownChoices = new Set(shownGroups.flatMap(({ entries }) => entries.map(({ choice }) => choice)))
  return titles.map((title) => {
    const opened = recent.flatMap((visited) => (visited.title === title ? visited.entry : []))
    const foundEntries = groups
      .flatMap((group) => (group.title === title ? group.entries : []))
      .filter(({ choice }) => !shownChoices.has(choice) && !opened.some((visited) => visited.choice === choice))
    const isFirst = ({ name }: (typeof foundEntries)[number]) => beginsWith(name.text, text)
    return {
      title,
      entries: [...foundEntries.filter(isFirst), ...opened, ...foundEntries.filter((entry) => !isFirst(entry))],
    }
  })
}
