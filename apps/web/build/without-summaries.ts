import type { Plugin } from 'vite'

/** The description of an endpoint in one line of its declaration. */
const summary = /^ *summary:\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`\n]*`),$/gm

/** Leaves out the summaries of endpoints: only the description of the API shows them, which the server makes. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/contract\/src\/.*\.ts$/ },
    handler: (code) => ({ code: code.replace(summary, ''), map: null }),
  },
})
