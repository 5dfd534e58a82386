import { enableCompileCache } from 'node:module'
import { runServer } from '@quatrain/platform/run-server.ts'

// Caches the compiled modules for the next start; it applies to modules that are imported after this call.
enableCompileCache()

await runServer(async () => {
  const { startDemo } = await import('#demo/start.ts')
  return startDemo()
})
