import type { Plugin } from 'vite'

/**
 * Parts of libraries that other parts of them refer to, so that they would be loaded with the first pages, and that the console does
 * not use.
 */
const unused: readonly RegExp[] = [
  // Describes schemas as JSON Schema, which the server does; and schemas of values that contain themselves, which JSON cannot.
  /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors|memoizer)\.js$/,
  // Styles that the component library would write into the page: see `theme-styles.ts`.
  /\/@mantine\/core\/esm\/core\/MantineProvider\/(?:MantineClasses|MantineCssVariables)\/\w+\.mjs$/,
  // Components that are properties of others.
  /\/(?:ActionIcon|Button)Group(?:Section)?\.mjs$/,
  /\/(?:Combobox(?:Footer|Header|Search)|TooltipFloating)\.mjs$/,
  /\/Menu(?:CheckboxItem|ContextMenu|RadioItem|RadioGroup|Search|SelectableItem|Sub\w*)\.mjs$/,
  /\/PopoverContextMenu\.mjs$/,
  // Prefetching by a router that also runs on a server, and its tracing.
  /\/react-router\/.*\/lib\/(?:dom\/ssr\/links|router\/instrumentation)\.js$/,
  // Lists that grow at their end.
  /\/query-core\/.*\/infiniteQueryBehavior\.js$/,
]

/** Leaves out the unused parts of libraries: what they export are functions that do nothing. */
export const withoutUnusedParts = (): Plugin => ({
  name: 'without-unused-parts',
  apply: 'build',
  transform: {
    filter: { id: [...unused] },
    handler(code, id) {
      const lists = [...code.matchAll(/^export \{(.*)\};?$/gm)].flatMap(([, names = '']) => names.split(','))
      const declared = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name)
      const names = [...lists, ...declared].map((name) => name.trim().split(' ').at(-1)).filter(Boolean)
      if (names.length === 0) throw new Error(`${id} exports nothing that could be left out.`)
      return {
        code: `const nothing = () => {}\nexport { ${names.map((name) => `nothing as ${name}`).join(', ')} }`,
        map: null,
      }
    },
  },
})
