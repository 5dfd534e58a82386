import type { Plugin } from 'vite'

const classNames = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/

/** Loads the styles of the component library with the components that need them; in development, all of them at the start. */
export const componentStyles = (): Plugin => ({
  name: 'component-styles',
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
