import { enableCompileCache } from 'node:module'
import { runServer } from '@quatrain/platform/run-server.ts'

// The next start need not compile what this one has; it holds for what is imported from here on.
enableCompileCache()

await runServer(async () => {
  const { startDemo } = await import('#demo/start.ts')
  return startDemo()
})
