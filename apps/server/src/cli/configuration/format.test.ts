import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '#test/command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'configuration-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const fmt = (...options: readonly string[]) =>
  runCommand(['fmt', folder, ...options], { QUATRAIN_URL: 'https://alpine.example.org/' })

const loose =
  '# Ours\nname: CORE\nspec: {description: "", groupname: "operations"}\nkind: metricprofile\n---\nname: eol # of life\nkind: metrictag\nspec: {}\n'
const formed = `# yaml-language-server: $schema=https://alpine.example.org/api/schemas/metricprofile.json
# Ours
kind: metricprofile
name: CORE
spec:
  groupname: operations
---
# yaml-language-server: $schema=https://alpine.example.org/api/schemas/metrictag.json
kind: metrictag
name: eol # of life
spec: {}
`

describe('quatrain fmt', () => {
  test('brings files into one form and keeps comments; a second time it changes nothing', async () => {
    write('core.yaml', loose)
    write('new.json', '{"kind": "metrictag", "name": "new"}')
    expect(await fmt('--check')).toEqual({ code: 2, out: 'core.yaml', err: '' })
    expect(read('core.yaml')).toBe(loose)
    expect(await fmt()).toEqual({ code: 0, out: 'core.yaml', err: '' })
    expect(read('core.yaml')).toBe(formed)
    expect(await fmt('--check')).toEqual({ code: 0, out: 'All files have their form.', err: '' })
    expect(read('new.json')).toBe('{"kind": "metrictag", "name": "new"}')
  })

  test('changes nothing if a file has problems, and says all of them', async () => {
    write('core.yaml', loose)
    write('wrong.yaml', 'kind: defaultport\nname: SSH\nspec: {value: "0", port: 1}\n')
    const problems = [
      'wrong.yaml:3:20: spec.port: Unknown field',
      'wrong.yaml:3:8: spec.value: Value must be between 1 and 65535',
    ]
    expect(await fmt()).toEqual({ code: 1, out: '', err: problems.join('\n') })
    expect(read('core.yaml')).toBe(loose)
    const { out } = await fmt('--json')
    expect(JSON.parse(out).error).toMatchObject({
      problems: [
        { file: 'wrong.yaml', line: 3, column: 20, field: 'spec.port', rule: 'Unknown field' },
        { line: 3, column: 8, field: 'spec.value' },
      ],
    })
  })
})

describe('a wrong call of a command for files ends with 64:', () => {
  const wrong = async (...args: readonly string[]) => {
    const { code, err } = await runCommand([...args, '--url', 'http://127.0.0.1:1'], { QUATRAIN_KEY: 'quk_a' })
    return [code, err.split('\n')[0]]
  }
  test.each([
    [['fmt', '/nothing'], /ENOENT/],
    [['plan', '.'], /^Whoever manages the objects is missing/],
    [['plan', '.', '--owner', 'a', '--only', 'metrictag/eol', '--prune'], /^--only and --prune exclude each other/],
    [['plan'], /missing required argument/],
    [['export', '.', '--colour'], /unknown option/],
  ])('%s', async (args, message) => {
    expect(await wrong(...args)).toEqual([64, expect.stringMatching(message)])
  })

  test('an object that is not in the files', async () => {
    const only = ['--only', 'metrictag/eol', '--only', 'metrictag/new']
    expect(await wrong('plan', '--owner', 'a', ...only, folder)).toEqual([
      64,
      'Not in the files: metrictag/eol, metrictag/new.',
    ])
  })
})
