import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { z } from 'zod'

/** The environment of the figures, by name. */
export type Description = Readonly<Record<string, string>>

/** The machine and its software, before the measurements. */
export function describeMachine(): Description {
  return {
    Date: new Date().toISOString().slice(0, 10),
    CPU: `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores`,
    Memory: `${Math.round(totalmem() / 1024 ** 3)} GB`,
    'Operating system': `${distribution()}, Linux ${release()}`,
    'Node.js': process.versions.node,
    'Load before the run': loadavg()
      .map((load) => load.toFixed(2))
      .join(' '),
  }
}

function distribution(): string {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'unknown'
  } catch {
    return process.platform
  }
}

/** Version of an installed package. */
export function versionOf(name: string): string {
  const main = createRequire(import.meta.url).resolve(name)
  const home = main.slice(0, main.lastIndexOf(`/node_modules/${name}/`))
  const file = `${home}/node_modules/${name}/package.json`
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version
}
