import { enableCompileCache } from 'node:module'

// Caches the compiled modules for the next command; it applies to modules that are imported after this call.
enableCompileCache()

const { addImportCommands } = await import('@quatrain/import-poem/import-commands.ts')
const { run } = await import('@quatrain/server/cli/run.ts')
process.exitCode = await run(process.argv.slice(2), [addImportCommands])
