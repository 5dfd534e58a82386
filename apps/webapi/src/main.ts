import { logging } from '@quatrain/platform/logging.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { buildWebApi } from './app.ts'
import { migrateWebApi } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { serviceSettings } from './settings.ts'
import { told } from './told.ts'

async function run(environment: NodeJS.ProcessEnv) {
  const settings = readSettings(serviceSettings, environment)
  const database = await openDatabase(environment)
  try {
    await migrateWebApi(database)
    const app = await buildWebApi({
      database,
      logger: logging(settings.QUATRAIN_LOG_LEVEL),
      cors: settings.QUATRAIN_WEBAPI_CORS,
    })
    // Requests under way are answered first.
    app.addHook('onClose', () => database.close())
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
    await app.listen({ host: settings.QUATRAIN_WEBAPI_HOST, port: settings.QUATRAIN_WEBAPI_PORT })
  } catch (error) {
    await database.close()
    throw error
  }
}

try {
  await run(process.env)
} catch (error) {
  console.error(told(error))
  process.exitCode = 1
}
