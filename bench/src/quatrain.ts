import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { secret } from './data/keys.ts'
import { memoryOf } from './memory-of.ts'
import { asInProduction } from './server/start.ts'

const program = fileURLToPath(import.meta.resolve('@quatrain/server/src/cli/main.ts'))

/** Milliseconds between two looks at the memory. */
const pause = 20

/** The duration of a command with both stores in this database, and the peak of its memory. */
export function quatrain(
  words: readonly string[],
  url: string,
  further: Readonly<Record<string, string>> = {},
): Promise<{ took: number; memory: number }> {
  const env = {
    ...process.env,
    QUATRAIN_DATABASE_URL: url,
    QUATRAIN_WEBAPI_DATABASE_URL: url,
    QUATRAIN_SECRET: secret,
    ...further,
  }
  const begun = performance.now()
  const child = spawn(process.execPath, [...asInProduction('quatrain'), program, ...words], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let memory = 0
  const timer = setInterval(() => {
    if (child.pid !== undefined && child.exitCode === null) memory = Math.max(memory, peakOf(child.pid))
  }, pause)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      clearInterval(timer)
      if (code === 0) resolve({ took: performance.now() - begun, memory })
      else reject(new Error(`quatrain ${words.join(' ')} failed.`))
    })
  })
}

/** Zero if the process has just ended. */
function peakOf(pid: number): number {
  try {
    return memoryOf(pid).most || 0
  } catch {
    return 0
  }
}
