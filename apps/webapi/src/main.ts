import { drainable } from '@quatrain/platform/http/drain.ts'
import { loggerAt, logging } from '@quatrain/platform/logging.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { buildWebApi } from './app.ts'
import { openToServe } from './open-database.ts'
import { serviceSettings } from './settings.ts'
import { terminalMessage } from './terminal-message.ts'

async function run(environment: NodeJS.ProcessEnv) {
  const settings = readSettings(serviceSettings, environment)
  const { QUATRAIN_WEBAPI_METRICS_HOST: host, QUATRAIN_WEBAPI_METRICS_PORT: port } = settings
  const database = await openToServe(environment, loggerAt(settings.QUATRAIN_LOG_LEVEL))
  try {
    const app = await buildWebApi({
      database,
      logger: logging(settings.QUATRAIN_LOG_LEVEL),
      cors: settings.QUATRAIN_WEBAPI_CORS,
      maxLag: settings.QUATRAIN_WEBAPI_MAX_LAG_SECONDS,
      ...(port !== undefined && { metrics: { host, port } }),
    })
    const drain = drainable(app)
    // Requests in progress are completed first.
    app.addHook('onClose', () => database.close())
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void drain().then(() => app.close()))
    await app.listen({ host: settings.QUATRAIN_WEBAPI_HOST, port: settings.QUATRAIN_WEBAPI_PORT })
  } catch (error) {
    await database.close()
    throw error
  }
}

try {
  await run(process.env)
} catch (error) {
  console.error(terminalMessage(error))
  process.exitCode = 1
}
