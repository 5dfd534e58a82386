import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { operationsProfiles } from '#features/operations-profiles/operations-profiles.queries.ts'
import { call } from '#kit/api/call.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { resourceQueries } from '#kit/api/queries.ts'
import { type DeclaredKind, declaredKinds } from '#lib/declared-kinds.ts'
import { paths } from '#lib/paths.ts'
import { addressOfSection, type SectionName, sections, sectionsOfMembers } from '#lib/sections.ts'
import type { Suggestion } from '#ui/suggestions.ts'

/** A page that the search finds by its name. */
export interface Destination extends Suggestion {
  readonly to: string
}

interface Destinations {
  readonly all: readonly Destination[]
  readonly isLoading: boolean
  /** Some names could not be loaded. */
  readonly isIncomplete: boolean
}

/**
 * Sections, the objects of every kind that has a section here and is not searched by the server, and operations profiles,
 * which only the Web API has. Objects are added when their names are loaded.
 */
export function useDestinations(): Destinations {
  const { caller, user } = useConsoleContext()
  const sectionNames = sectionsOfMembers(caller.deployment, user?.is_superuser ?? false)
  const kinds = declaredKinds.filter(
    ({ section, isSearchedByServer }) => !isSearchedByServer && sectionNames.has(section),
  )
  const results = useQueries({ queries: kinds.map(namesQuery) })
  const operations = useQuery({ ...operationsProfiles(), enabled: sectionNames.has('operationsProfiles') })
  const queries = [...results, operations]
  return {
    all: [
      ...[...sectionNames].map(sectionAt),
      ...kinds.flatMap((kind, at) => objectsOf(kind, results[at]?.data)),
      ...(operations.data?.profiles ?? []).map(operationsProfileAt),
    ],
    isLoading: queries.some(({ isLoading }) => isLoading),
    isIncomplete: queries.some(({ isLoadingError }) => isLoadingError),
  }
}

type Row = Readonly<Record<string, unknown>>

/** The list of a kind, or its names if they have an endpoint. Pages use the same queries. */
const namesQuery = ({ resource, names }: DeclaredKind) =>
  queryOptions({
    queryKey: names ? [resource.kind, 'member', 'names'] : resourceQueries(resource).list().queryKey,
    queryFn: ({ signal }): Promise<readonly Row[]> => call(names ?? resourceEndpoints(resource).list, {}, { signal }),
  })

const objectsOf = ({ resource: { key, label }, paths }: DeclaredKind, rows: readonly Row[] = []): Destination[] =>
  rows.map((row) => {
    const { name, status } = row
    const keyText = keyIn(row, key.read)
    return {
      // A key that is a single field can be an id; other keys are names.
      value: typeof key.read === 'string' && name !== undefined ? String(name) : keyText,
      hint: status === undefined ? label.one : `${label.one}, ${status}`,
      to: paths.details(keyText),
    }
  })

const operationsProfileAt = ({ name }: { readonly name: string }): Destination => ({
  value: name,
  hint: 'operations profile',
  to: paths.operationsProfiles.details(name),
})

const sectionAt = (name: SectionName): Destination => ({
  value: sections[name].title,
  hint: 'section',
  to: addressOfSection(sections[name]),
})
