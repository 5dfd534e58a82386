import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstScript } from './build/first-script.ts'
import { precompress } from './build/precompress.ts'
import { themeStyles } from './build/theme-styles.ts'
import { withoutJsonSchema } from './build/without-json-schema.ts'
import { withoutSummaries } from './build/without-summaries.ts'

const server = process.env.QUATRAIN_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/ui/',
  plugins: [
    withoutSummaries(),
    react(),
    themeStyles(),
    firstScript('src/colour-scheme.js'),
    withoutJsonSchema(),
    precompress(),
  ],
  build: {
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // In one chunk, so that no other chunk creates a schema before `jitless.ts` has run.
            { name: 'zod', test: /\/node_modules\/zod\/|\/src\/jitless\.ts$/, priority: 3 },
            // A few large chunks compress better than many small ones, and need fewer requests:
            // what the login page loads, and what most of the other pages share.
            { name: 'start', tags: ['$initial'], priority: 2 },
            // Not the kinds of objects: few pages need each of them.
            // One chunk for what all lists need. The frame needs it too, for the state in the address.
            { name: 'list', minShareCount: 10, test: /\/src\/kit\/list\//, priority: 0.5 },
            { name: 'common', minShareCount: 36, test: /^(?!.*contract\/src\/resources)/, priority: 1 },
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
