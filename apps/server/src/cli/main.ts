import { enableCompileCache } from 'node:module'

// Caches the compiled modules for the next command; it applies to modules that are imported after this call.
enableCompileCache()

const { run } = await import('./run.ts')
process.exitCode = await run(process.argv.slice(2))
