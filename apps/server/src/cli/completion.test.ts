import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { runCommand } from '#test/command.ts'

const scriptFor = async (shell: string) => (await runCommand(['completion', shell], {})).out

/** What bash proposes for the last of these words. */
async function proposals(...words: readonly string[]): Promise<string[]> {
  const script = await scriptFor('bash')
  const list = words.map((word) => `'${word}'`).join(' ')
  const line = `${script}\nCOMP_WORDS=(quatrain ${list}); COMP_CWORD=${words.length}; _quatrain; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', line], { encoding: 'utf8' }).trim().split('\n')
}

test('bash completes commands, commands of commands, and options', async () => {
  expect(await proposals('ex')).toEqual(['export'])
  expect(await proposals('request', 's')).toEqual(['show', 'submit', 'schedule'])
  expect(await proposals('request', 'show', '12', '--k')).toEqual(['--key-file'])
  expect(await proposals('plan', 'files', '--pr')).toEqual(['--prune'])
  expect(await proposals('tenant', 'unknown', 'exp')).toEqual(['export'])
})

test('a shell that does not exist is refused', async () => {
  expect((await runCommand(['completion', 'tcsh'], {})).code).toBe(2)
})

for (const shell of ['bash', 'zsh', 'fish']) {
  const isThere = spawnSync(shell, ['--version']).error === undefined
  test.skipIf(!isThere)(`${shell} accepts the script for it`, async () => {
    const { status, stderr } = spawnSync(shell, ['-n'], {
      input: await scriptFor(shell),
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })
}
