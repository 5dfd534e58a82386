import type { Plugin } from 'vite'

const describing = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/

/**
 * Leaves out the part of zod that describes schemas as JSON Schema: the server does that, but every schema refers to it,
 * so it would be loaded with the first page. Its functions do nothing.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!describing.test(id)) return
      const exported = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      if (exported.length === 0) throw new Error(`${id} exports nothing that could be left out.`)
      const names = exported.map((name) => `nothing as ${name}`)
      return { code: `const nothing = () => {}\nexport { ${names.join(', ')} }`, map: null }
    },
  }
}
