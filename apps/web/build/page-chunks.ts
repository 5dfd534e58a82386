import { basename, sep } from 'node:path'

/** What the bundler knows about modules. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: string[]; readonly dynamicallyImportedIds: string[] } | null
}

interface ChunkGroup {
  readonly name: (id: string, modules: Modules) => string | null
  readonly debugName: string
  readonly priority: number
}

/** Chunks that several features need. Each may need those before it, and none after it. */
const layers = [
  'frame',
  'pages',
  'sections',
  'list',
  'objects',
  'catalogue',
  'people',
  'profiles',
  'kinds',
  'popovers',
  'parts',
  'hints',
  'form',
  'rows',
  'groups-of-rows',
  'confirmations',
  'differences',
  'choices',
]

/**
 * Groups of modules for the bundler, by the pages that use them, so that each page needs a handful of scripts: the layers above, and
 * one or two of each feature. Libraries go to the chunk of our first module that needs them. `main` is the path of the file that the
 * application starts with.
 */
export function pageChunks(main: string): readonly ChunkGroup[] {
  let chunks: ReadonlyMap<string, string> | undefined
  const chunkOf = (id: string, modules: Modules) => {
    chunks ??= chunksOf(main, modules)
    return chunks.get(id) ?? null
  }
  return [
    ...layers.map((layer, index) => ({
      name: (id: string, modules: Modules) => (chunkOf(id, modules) === layer ? layer : null),
      debugName: layer,
      // The bundler takes the highest first.
      priority: layers.length - index,
    })),
    // A list must not load the chunk of its feature for what both need.
    {
      name: (id: string, modules: Modules) => {
        const chunk = chunkOf(id, modules)
        return chunk?.endsWith('-list') ? chunk : null
      },
      debugName: 'lists',
      priority: 0.5,
    },
    { name: chunkOf, debugName: 'features', priority: 0 },
  ]
}

/** Small ones that many parts need. Others are with the first module of ours that needs them. */
const chunkOfLibrary = (id: string): string | undefined => {
  if (id.includes('/@mantine/hooks/')) return 'frame'
  // In the chunk of forms, they would bring all of it to a list with boxes to tick.
  if (id.includes('/color-functions/')) return 'sections'
  // Some pages need so many files that these few rules must not be one more.
  if (/\/(?:Overlay|Popover|VisuallyHidden)\.layer\.css$/.test(id)) return 'pages'
  return choices.test(id) ? 'choices' : undefined
}
const choices = /\/@mantine\/core\/.*\/(Combobox|MultiSelect|Pill|PillsInput|Radio|ScrollArea|Select|TagsInput)\//
const isConsole = (page: string): boolean => page.endsWith('Console.tsx')
const isPage = (page: string): boolean => /Pages?\.tsx$/.test(page)
const isHint = (page: string): boolean => page.endsWith('FloatingHint.tsx')
const isOfRows = (id: string): boolean => /\/kit\/(imports|row-table|rows)\//.test(id)
const isOfGroups = (id: string): boolean => /\/row-table\/(GroupedRowsField|use-grouped-rows)/.test(id)
const isOfConfirmations = (id: string): boolean => /\/kit\/write\/(ConfirmWriteDialog|RemarkField)/.test(id)
const isOfDifferences = (id: string): boolean => /\/kit\/compare\/(DifferenceView|WordDiff)/.test(id)
const isComponentOfForms = (id: string): boolean => /\/src\/kit\/(?!page\/)[\w-]+\/[A-Z]/.test(id)
/** Small parts of pages, which lists must not load beside the library of forms. */
const isOfPages = (id: string): boolean =>
  /\/src\/(kit\/page\/|kit\/api\/write\.|kit\/write\/use-previewed-write|ui\/CardTable|lib\/console-of)/.test(id)
const isOfKinds = (id: string): boolean =>
  /\/contract\/src\/|\/kit\/page\/FoldSteps|\.queries\.ts$|\/declared-kinds\.ts$/.test(id)
/** The chunks of kinds by subject: a page of people does not load what the console knows of profiles. */
const subjects: readonly (readonly [chunk: string, RegExp])[] = [
  // What reads the Web API is with what the home page reads of it.
  [
    'objects',
    /\/catalogue\/catalogue|\/tenant-use|\/findings\/(finding|rule)\.|\/(?:resources|features\/metrics)\/metric-(?:names|settings)|\/reports\/topology|\/features\/(metric-profiles|profile-usage)\//,
  ],
  ['people', /\/accounts\/|\/kit\/machine-scopes|\/resources\/(user|group|api-key|identity-provider|webhook)\./],
  [
    'profiles',
    /\/(operations|reports|thresholds|web-api)\/|\/FoldSteps|\/resources\/(aggregation-profile|report|thresholds-profile)\./,
  ],
  ['catalogue', /\/resources\/(?!declared)|\/features\//],
]
const subjectOf = (id: string): string => subjects.find(([, part]) => part.test(id))?.[0] ?? 'kinds'
const isPopover = (id: string): boolean => id.endsWith('/DateInput.tsx')
/** The styles of change requests have no sheet of their own, because their page needs the most chunks. */
const isOfChoices = (id: string): boolean => /\/kit\/fields\/NetworksField|\/ChangeRequestPage\.module\.css/.test(id)
const isHome = (page: string): boolean => page.endsWith('/HomePage.tsx')
const isList = (page: string): boolean => /ListPages?\.tsx$/.test(page)
const featureOf = (page: string): string => /\/features\/([^/]+)\//.exec(page)?.[1] ?? basename(page, '.tsx')

/** The chunk of each module of ours that is not loaded at the start. */
function chunksOf(main: string, modules: Modules): ReadonlyMap<string, string> {
  const { lazy } = reachedFrom(main, modules, 'all imports')
  const lists = lazy.filter(isList)
  const others = lazy.filter((page) => isPage(page) && !isList(page))
  const usersOf = Map.groupBy(
    lazy.flatMap((page) => reachedFrom(page, modules, 'static imports').reached.map((id) => ({ id, page }))),
    ({ id }) => id,
  )
  const shareOf = (users: readonly string[], pages: readonly string[]) =>
    users.filter((page) => pages.includes(page)).length / pages.length

  function chunkFor(id: string, users: readonly string[]): string | undefined {
    if (users.some(isConsole)) return 'frame'
    if (users.some(isHint)) return 'hints'
    // What no page needs at once has a chunk of its own.
    if (!users.some(isPage)) return undefined
    if (isOfChoices(id)) return 'choices'
    const [feature, ...otherFeatures] = new Set(users.filter(isPage).map(featureOf))
    const isForFirstPages = users.some((page) => isList(page) || isHome(page))
    if (otherFeatures.length === 0) return isForFirstPages ? `${feature}-list` : feature
    if (shareOf(users, lists) >= 1 / 3) return shareOf(users, others) >= 1 / 4 ? 'pages' : 'list'
    // One style sheet instead of several small ones.
    if (id.endsWith('.css') && (isForFirstPages || shareOf(users, others) < 1 / 10)) return 'pages'
    const isFrequent = users.length >= (lists.length + others.length) / 5
    if (users.some(isHome)) return users.some(isList) && isFrequent ? 'pages' : 'objects'
    // What the first pages after a login share.
    if (id.includes('/src/app/pages/')) return 'objects'
    const subject = subjectOf(id)
    if (isOfKinds(id) && (subject === 'objects' || shareOf(users, others) < 1 / 5)) return subject
    if (users.filter(isList).length >= 5 && !isOfPages(id)) return 'list'
    if (isPopover(id)) return 'popovers'
    if (isOfConfirmations(id)) return 'confirmations'
    if (isOfDifferences(id)) return 'differences'
    if (users.some(isList) && !isComponentOfForms(id)) return isOfPages(id) ? 'sections' : 'parts'
    if (isOfGroups(id)) return 'groups-of-rows'
    return isOfRows(id) ? 'rows' : 'form'
  }

  const chunks = new Map<string, string>()
  for (const [id, uses] of usersOf) {
    const users = uses.map(({ page }) => page)
    const chunk = id.includes(`${sep}node_modules${sep}`) ? chunkOfLibrary(id) : chunkFor(id, users)
    if (chunk) chunks.set(id, chunk)
  }
  return chunks
}

/** The modules that a module imports, and theirs, with itself; and those of them that are imported when they are needed. */
function reachedFrom(from: string, modules: Modules, by: 'all imports' | 'static imports') {
  const reached = new Set([from])
  const lazy = new Set<string>()
  // A set iterates over what is added meanwhile, too.
  for (const id of reached) {
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {}
    for (const imported of importedIds) reached.add(imported)
    for (const imported of dynamicallyImportedIds) {
      lazy.add(imported)
      if (by === 'all imports') reached.add(imported)
    }
  }
  return { reached: [...reached], lazy: [...lazy] }
}
