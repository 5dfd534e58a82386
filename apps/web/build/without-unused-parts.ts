import type { Plugin } from 'vite'

interface UnusedPart {
  /** The ends of the paths of its modules, without `.js` or `.mjs`. */
  readonly modules: readonly string[]
  /** How a source of the console would use it. */
  readonly use: RegExp
}

const componentsOf = (component: string, parts: readonly string[]): UnusedPart => ({
  modules: parts.map((part) => `/@mantine/core/esm/components/${component}/${component}${part}/${component}${part}`),
  use: new RegExp(`\\b${component}\\.?(?:${parts.join('|')})\\b`),
})

/**
 * Parts of libraries that other parts of them refer to, so that they would be loaded with the first pages, and that the console does
 * not use.
 */
const unusedParts: readonly UnusedPart[] = [
  // Describes schemas as JSON Schema, which the server does; and schemas of values that contain themselves, which JSON cannot.
  {
    modules: ['to-json-schema', 'json-schema-processors', 'memoizer'].map((name) => `/zod/v4/core/${name}`),
    use: /\bz\.(?:toJSONSchema|lazy)\b/,
  },
  // Styles that the component library would write into the page: see `theme-styles.ts`.
  {
    modules: ['MantineClasses', 'MantineCssVariables'].map(
      (name) => `/@mantine/core/esm/core/MantineProvider/${name}/${name}`,
    ),
    use: /\bMantine(?:Classes|CssVariables)\b/,
  },
  // How the library computes colours: see `theme.ts`.
  {
    modules: ['/color-functions/default-variant-colors-resolver/default-variant-colors-resolver'],
    use: /\bdefaultVariantColorsResolver\b/,
  },
  // How things move that appear: popovers and dialogs do not, and hints say it themselves.
  { modules: ['/@mantine/core/esm/components/Transition/transitions'], use: /\btransition(?:=|: *)['"]/ },
  // Components that are properties of others.
  componentsOf('ActionIcon', ['Group', 'GroupSection']),
  componentsOf('Button', ['GroupSection']),
  componentsOf('Combobox', ['Footer', 'Header', 'Search']),
  componentsOf('Input', ['Placeholder', 'Success']),
  componentsOf('Popover', ['ContextMenu']),
  componentsOf('Tooltip', ['Floating']),
  // Signs of waiting: there is one in the middle of a button.
  {
    modules: ['Bars', 'Dots'].map((name) => `/@mantine/core/esm/components/Loader/loaders/${name}`),
    use: /\b(?:loaders|loaderProps|type=['"](?:bars|dots))\b/,
  },
  // Texts whose box grows while somebody types.
  { modules: ['/@mantine/core/esm/components/Textarea/Autosize'], use: /\bautosize\b/ },
  // Prefetching by a router that also runs on a server, and its tracing.
  { modules: ['/lib/dom/ssr/links', '/lib/router/instrumentation'], use: /\bPrefetchPageLinks\b|\binstrumentations\b/ },
  // Lists that grow at their end.
  {
    modules: ['/query-core/build/modern/infiniteQueryBehavior'],
    use: /\buse(?:Suspense)?InfiniteQuery\b|\binfiniteQuery/,
  },
]

const leftOut = unusedParts.flatMap(({ modules }) => modules)
const moduleOf = (id: string): string => id.replace(/\.m?js$/, '')
const isOurs = /\/(?:apps\/web\/src|packages\/contract\/src)\/.*\.tsx?$/
const isInLibrary = /\/node_modules\/.*\.m?js$/

/**
 * Leaves out the unused parts of libraries: what they export are functions that do nothing. The build fails if a part is not where
 * it was, or if the console uses it.
 */
export function withoutUnusedParts(): Plugin {
  const found = new Set<string>()
  return {
    name: 'without-unused-parts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [isOurs, isInLibrary] },
      handler(code, id) {
        if (isOurs.test(id)) {
          for (const { use, modules } of unusedParts) {
            const [used] = use.exec(code) ?? []
            if (used !== undefined)
              this.error(`${used} is left out of the build: remove ${modules[0]} from the parts that are.`)
          }
          return undefined
        }
        const part = leftOut.find((end) => moduleOf(id).endsWith(end))
        if (part === undefined) return undefined
        found.add(part)
        return { code: nothingFor(code, id), map: null }
      },
    },
    buildEnd(error) {
      const missing = leftOut.filter((part) => !found.has(part))
      if (!error && missing.length > 0)
        this.error(`The libraries do not have these parts any more: ${missing.join(', ')}.`)
    },
  }
}

function nothingFor(code: string, id: string): string {
  const lists = [...code.matchAll(/^export \{(.*)\};?$/gm)].flatMap(([, names = '']) => names.split(','))
  const declared = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name)
  const names = [...lists, ...declared].map((name) => name.trim().split(' ').at(-1)).filter(Boolean)
  if (names.length === 0) throw new Error(`${id} exports nothing that could be left out.`)
  return `const nothing = () => {}\nexport { ${names.map((name) => `nothing as ${name}`).join(', ')} }`
}
