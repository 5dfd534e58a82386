import { SettingError } from './settings.ts'

/** Milliseconds an orderly shutdown may take before the process ends anyway. */
const timeoutMs = 10_000

/**
 * Runs a server until SIGINT or SIGTERM, then stops it: `start` returns the function that stops it. If it cannot start,
 * `messageOf` returns what the operator is told, and the exit code is 1: an invalid setting is reported in one line.
 */
export async function runServer(
  start: () => Promise<() => Promise<void>>,
  messageOf: (error: unknown) => unknown = (error) => (error instanceof SettingError ? error.message : error),
): Promise<void> {
  let stop: (() => Promise<void>) | undefined
  let isStopping = false
  const end = () => {
    if (stop === undefined || isStopping) process.exit(130)
    isStopping = true
    setTimeout(() => process.exit(1), timeoutMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  // They are installed first: `start` prints that the server is ready, and whoever reads that may end it at once.
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  try {
    stop = await start()
  } catch (error) {
    console.error(messageOf(error))
    process.exit(1)
  }
}
