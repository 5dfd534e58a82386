import { enableCompileCache } from 'node:module'

// The next command need not compile what this one has; it holds for what is imported from here on.
enableCompileCache()

const { run } = await import('./run.ts')
process.exitCode = await run()
