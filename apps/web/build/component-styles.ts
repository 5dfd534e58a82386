import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const layers = 'virtual:layers.css'
const classNames = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
const layeredStyles = /\/@mantine\/core\/styles\/([\w-]+)\.layer\.css$/
const wholeLayer = /^@layer mantine \{/

const styleSheet = createRequire(import.meta.url).resolve('@mantine/core/styles.css')

/**
 * Loads the styles of the component library with the components that need them; in development, all of them at the start. Each
 * component has a layer of its own, and `virtual:layers.css` declares all layers in the order of the library, so that it does not
 * matter what is loaded first.
 */
export const componentStyles = (): Plugin => ({
  name: 'component-styles',
  resolveId: (id) => (id === layers ? layers : undefined),
  load: {
    filter: { id: [/^virtual:layers\.css$/, layeredStyles] },
    handler: (id) => (id === layers ? orderOfLayers() : inOwnLayer(id)),
  },
  transform: {
    filter: { id: [classNames, /\/src\/ui\/styles\.ts$/] },
    handler(code, id) {
      const [, component] = classNames.exec(id) ?? []
      const isServer = this.environment.mode === 'dev'
      if (component === undefined) return isServer ? `${code}\nimport '@mantine/core/styles.layer.css'` : undefined
      return { code: `import '@mantine/core/styles/${component}.layer.css'\n${code}`, map: null }
    },
  },
})

/** The library overrides our styles of plain elements, and our own classes, which are in no layer, override the library. */
const orderOfLayers = (): string => `@layer ${['base', ...componentsInOrder().map(layerOf)].join(', ')};`

const layerOf = (component: string): string => `mantine.${component}`

/** The names of the library's style sheets, in the order in which its complete style sheet has them. */
function componentsInOrder(): readonly string[] {
  const whole = readFileSync(styleSheet, 'utf8')
  const folder = join(dirname(styleSheet), 'styles')
  const positions = readdirSync(folder)
    .filter((file) => file.endsWith('.css') && !file.endsWith('.layer.css'))
    .map((file) => ({
      name: file.slice(0, -'.css'.length),
      position: whole.indexOf(readFileSync(join(folder, file), 'utf8').trim()),
    }))
  const missing = positions.filter(({ position }) => position < 0).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`${styleSheet} does not have the styles of ${missing.join(', ')}.`)
  return positions.sort((a, b) => a.position - b.position).map(({ name }) => name)
}

function inOwnLayer(id: string): string {
  const [, component = ''] = layeredStyles.exec(id) ?? []
  const css = readFileSync(id, 'utf8')
  if (!wholeLayer.test(css)) throw new Error(`${id} does not start with its layer.`)
  return css.replace(wholeLayer, `@layer ${layerOf(component)} {`)
}
