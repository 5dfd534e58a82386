import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { release } from './release.ts'
import { has, run, skipped } from './skipped.ts'
import { sumUp } from './sums.ts'
import { commandsBelow } from './try/document.ts'

const folder = mkdtempSync(join(tmpdir(), 'quatrain-sums-'))
const [key, sums, signers] = [join(folder, 'key'), join(folder, 'SHA256SUMS'), join(folder, 'signers')]
const archiveName = `${release.name}-${release.version}.tar.gz`
const archive = join(folder, archiveName)
afterAll(() => rmSync(folder, { recursive: true }))

/** Whether the documented commands accept what is in the folder. */
const isAccepted = () =>
  spawnSync('sh', ['-c', commandsBelow('installation.md', 'Checking a download').join(' && ')], { cwd: folder })
    .status === 0

const canSign = has('ssh-keygen')
if (!canSign) console.warn('SIGNATURES OF RELEASES WERE NOT TESTED: this machine has no ssh-keygen.')

beforeEach(() => {
  for (const file of [archive, `${archive}.cdx.json`]) writeFileSync(file, 'content')
  writeFileSync(join(folder, `${release.name}-0.0.9.tar.gz`), 'an earlier version')
  if (!canSign) return
  for (const file of [key, `${key}.pub`]) rmSync(file, { force: true })
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', key])
  writeFileSync(signers, `release@example.org ${readFileSync(`${key}.pub`, 'utf8')}`)
  sumUp(folder, key)
})

test.runIf(canSign)('the documented commands accept a release, and one of its files alone', () => {
  expect(readFileSync(sums, 'utf8').match(/\S+$/gm)).toEqual([archiveName, `${archiveName}.cdx.json`])
  expect(isAccepted()).toBe(true)
  rmSync(`${archive}.cdx.json`)
  expect(isAccepted()).toBe(true)
})

test.runIf(canSign)('they refuse a changed file, and a list that was made for it', () => {
  appendFileSync(archive, ' of somebody else')
  expect(isAccepted()).toBe(false)
  writeFileSync(sums, `${run('sha256sum', [archiveName], { cwd: folder })}\n`)
  expect(isAccepted()).toBe(false)
})

test.runIf(canSign)('they refuse a signature whose signer is not known', () => {
  writeFileSync(signers, readFileSync(signers, 'utf8').replace('release@', 'other@'))
  expect(isAccepted()).toBe(false)
})

test('a release without a key is loudly unsigned, and has no signature of an earlier list', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  sumUp(folder, '')
  expect(warn.mock.calls.join()).toContain('THE RELEASE IS NOT SIGNED')
  expect(skipped.at(-1)).toContain('THE RELEASE IS NOT SIGNED')
  expect([existsSync(`${sums}.sig`), isAccepted()]).toEqual([false, false])
})
