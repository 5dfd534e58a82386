import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cleanUpAfterExit } from '../../../packages/platform/testing/clean-up-after-exit.ts'

const ours = '@quatrain'

/**
 * Copies the working tree at `root` to a temporary folder, with changes that are not committed. The packages of others are
 * linked, our own lead to the copy. Returns the folder, which is removed when this process ends for any reason.
 */
export function scratchCopy(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-faults-'))
  cleanUpAfterExit('rm -rf "$1"', folder)
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files) if (file && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  const workspaces = files.filter((file) => file.endsWith('package.json')).map(dirname)
  for (const workspace of workspaces) linkPackages(join(root, workspace), join(folder, workspace))
  return folder
}

function linkPackages(from: string, to: string): void {
  const packages = join(from, 'node_modules')
  if (!existsSync(packages)) return
  mkdirSync(join(to, 'node_modules'))
  for (const name of readdirSync(packages)) {
    const isOfTools = name.startsWith('.') && name !== '.bin'
    if (!isOfTools && name !== ours) symlinkSync(join(packages, name), join(to, 'node_modules', name))
  }
  if (!existsSync(join(packages, ours))) return
  mkdirSync(join(to, 'node_modules', ours))
  for (const name of readdirSync(join(packages, ours)))
    symlinkSync(readlinkSync(join(packages, ours, name)), join(to, 'node_modules', ours, name))
}
