import { type SearchAnswer, type SearchGroup, search } from '@quatrain/contract/console/search.ts'
import { wordsOf } from '@quatrain/contract/console/search-words.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import { useDebouncedQuery } from '#kit/api/queries.ts'
import { paths } from '#lib/paths.ts'
import { type SectionName, sectionNamed, sections } from '#lib/sections.ts'
import type { IconName } from '#ui/Icon.tsx'
import { type Group, hasWords, useSectionNames } from './local-entries.ts'

/** What the server finds; asked again about what the Web API could not tell within a moment. */
export function useSearched(text: string) {
  const names = useSectionNames()
  const quick = useDebouncedQuery(['search'], text === '' ? undefined : text, (q, signal) =>
    call(search, { query: { q } }, { signal }),
  )
  const isIncomplete = quick.isCurrent && (quick.data?.late.length ?? 0) > 0
  const complete = useQuery({
    queryKey: ['search', text, 'complete'],
    queryFn: isIncomplete
      ? ({ signal }) => call(search, { query: { q: text, complete: 'true' } }, { signal })
      : skipToken,
  })
  const answer: SearchAnswer | undefined = text === '' ? undefined : (isIncomplete && complete.data) || quick.data
  const words = wordsOf(text)
  const groups = (answer?.groups ?? []).flatMap((group) => groupOf(group, names))
  return {
    answer,
    // Those of an earlier text stay as far as they have the words of this one.
    groups: quick.isCurrent
      ? groups
      : groups.map((group) => ({
          ...group,
          entries: group.entries.filter(({ name, about }) => hasWords(words, name.text, about.text)),
        })),
    isWaiting: text !== '' && (isIncomplete ? complete.isFetching : !quick.isCurrent),
    error: quick.isCurrent || text === '' ? null : quick.error,
    retry: () => void quick.refetch(),
  }
}

interface Place {
  readonly title: string
  readonly icon: IconName
  readonly pathOf: (key: string) => string
}

/** Kinds that only the Web API has. */
const outsideKinds: ReadonlyMap<string, Place> = new Map<string, Place>([
  ['host', { title: 'Hosts', icon: 'topology', pathOf: (name) => paths.topology.host(name) }],
  ['operationsprofile', { ...sections.operationsProfiles, pathOf: paths.operationsProfiles.details }],
])

/** Where the objects of a kind are in the sections with these names; undefined if they have no pages there. */
function placeOf(kind: string, names: readonly SectionName[]): Place | undefined {
  for (const name of names) {
    const [{ names: kindNames, title, icon }, objectPaths] = [sectionNamed(name), paths[name]]
    if (kindNames?.kind === kind && typeof objectPaths === 'object' && 'history' in objectPaths) {
      return { title, icon, pathOf: objectPaths.details }
    }
  }
  return outsideKinds.get(kind)
}

function groupOf({ kind, results }: SearchGroup, names: readonly SectionName[]): Group[] {
  const place = placeOf(kind, names)
  if (!place) return []
  const { title, icon, pathOf } = place
  return [{ title, entries: results.map(({ key, name, about }) => ({ name, about, icon, choice: pathOf(key) })) }]
}

/** The kind as results name it. */
export const titleOfKind = (kind: string): string =>
  placeOf(kind, Object.keys(sections) as SectionName[])?.title ?? kind
