import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { callsTo } from '../calls.ts'
import { end } from '../processes.ts'
import type { Opened, Opening, ServerProcess } from './main.ts'

/** A running console with its floor; the functions are those of its process. */
export interface Server extends Opened {
  readonly calls: Omit<ServerProcess, 'open'>
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a console on an empty database in a separate process. Its log is discarded. */
export async function startServer(opening: Opening): Promise<Server> {
  const file = fileURLToPath(new URL('./main.ts', import.meta.url))
  const child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: execArgvOf(process.env) })
  const calls = callsTo<ServerProcess>(child)
  const stop = () => end(child)
  try {
    return { ...(await calls.open(opening)), calls, pid: child.pid ?? 0, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const manifest = new URL('../../../package.json', import.meta.url)
/** V8's settings of an npm script; they affect the memory. */
export const asInProduction = (script: 'start' | 'quatrain'): readonly string[] =>
  new RegExp(`"${script}": "(.*)"`).exec(readFileSync(manifest, 'utf8'))?.[1]?.match(/--\S+=\S+/g) ?? []

/** Like `start`, with further arguments for Node.js, such as those of its profiler. */
const execArgvOf = ({ BENCH_NODE_ARGUMENTS: given = '' }: NodeJS.ProcessEnv) => [
  ...asInProduction('start'),
  ...given.split(' ').filter(Boolean),
]
