import { drainable } from '@quatrain/platform/http/drain.ts'
import { loggerAt, logging } from '@quatrain/platform/logging.ts'
import { runServer } from '@quatrain/platform/run-server.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { buildWebApi } from './app.ts'
import { openToServe } from './open-database.ts'
import { serviceSettings } from './settings.ts'
import { terminalMessage } from './terminal-message.ts'

await runServer(async () => {
  const settings = readSettings(serviceSettings, process.env)
  const { QUATRAIN_WEBAPI_METRICS_HOST: host, QUATRAIN_WEBAPI_METRICS_PORT: port } = settings
  const database = await openToServe(process.env, loggerAt(settings.QUATRAIN_LOG_LEVEL))
  const app = await buildWebApi({
    database,
    logger: logging(settings.QUATRAIN_LOG_LEVEL),
    cors: settings.QUATRAIN_WEBAPI_CORS,
    maxLag: settings.QUATRAIN_WEBAPI_MAX_LAG_SECONDS,
    ...(port !== undefined && { metrics: { host, port } }),
  })
  const drain = drainable(app)
  await app.listen({ host: settings.QUATRAIN_WEBAPI_HOST, port: settings.QUATRAIN_WEBAPI_PORT })
  return async () => {
    // Requests in progress are completed first.
    await drain()
    await app.close()
    await database.close()
  }
}, terminalMessage)
