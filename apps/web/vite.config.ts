import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { componentStyles } from './build/component-styles.ts'
import { firstFrame } from './build/first-frame.ts'
import { firstScript } from './build/first-script.ts'
import { pageChunks } from './build/page-chunks.ts'
import { precompress } from './build/precompress.ts'
import { themeStyles } from './build/theme-styles.ts'
import { withoutSummaries } from './build/without-summaries.ts'
import { withoutUnusedParts } from './build/without-unused-parts.ts'

const main = new URL('./src/main.tsx', import.meta.url).pathname
const server = process.env.QUATRAIN_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/ui/',
  plugins: [
    withoutSummaries(),
    react(),
    componentStyles(),
    themeStyles(),
    firstFrame(),
    firstScript('src/before-paint.js'),
    withoutUnusedParts(),
    precompress(),
  ],
  build: {
    // The browsers that `docs/installation.md` names.
    target: ['chrome126', 'edge126', 'firefox128', 'safari18'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // In one chunk, so that no other chunk creates a schema before `jitless.ts` has run.
            { name: 'zod', test: /\/node_modules\/zod\/|\/src\/jitless\.ts$|rolldown\/runtime/, priority: 101 },
            { name: 'start', tags: ['$initial'], priority: 100 },
            ...pageChunks(main),
          ],
        },
      },
    },
  },
  server: {
    allowedHosts: ['.localhost'],
    // The tenant is chosen by host name, so the name has to pass through unchanged.
    proxy: Object.fromEntries(['/api', '/dj-rest-auth', '/saml2'].map((path) => [path, { target: server }])),
  },
})
