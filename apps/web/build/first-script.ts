import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'

/**
 * Puts a small classic script at the very start of the page. It runs before anything is painted, which a module
 * cannot, and comes from a file of its own, since the content security policy forbids scripts within the page.
 */
export function firstScript(path: string): Plugin {
  const name = path.slice(path.lastIndexOf('/') + 1)
  let config: ResolvedConfig | undefined
  return {
    name: 'first-script',
    configResolved(resolved) {
      config = resolved
    },
    async buildStart() {
      if (config?.command !== 'build') return
      this.emitFile({ type: 'asset', name, source: await readFile(resolve(config.root, path), 'utf8') })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const built = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(name))
        return [{ tag: 'script', attrs: { src: `/ui/${built?.fileName ?? path}` }, injectTo: 'head-prepend' }]
      },
    },
  }
}
