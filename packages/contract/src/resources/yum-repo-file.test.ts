import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problemsOfRepoFile } from './yum-repo-file.ts'

const result = (...lines: string[]) =>
  problemsOfRepoFile(lines.join('\n')).map(({ line, message }) => `${line}: ${message}`)

describe('a repo file', () => {
  test('in the usual format has no warnings', () => {
    expect(
      result(
        '# Base',
        '[base]',
        'name=Base $releasever',
        'baseurl = https://a.example/',
        '  https://b.example/',
        '',
        ';',
      ),
    ).toEqual([])
    expect(result('[a]', 'mirrorlist=https://a.example/', '[b]', 'metalink: https://b.example/')).toEqual([])
    expect(problemsOfRepoFile('[a]\r\nbaseurl=x\r\n')).toEqual([])
  })

  test('that is empty is not checked', () => expect(result('', ' ')).toEqual([]))

  test.each([
    [['', '<!DOCTYPE html>', '<title>Log in</title>', '[a]'], ['1: This is a page of HTML, not a repo file.']],
    [['name=x', 'baseurl=y'], ['1: There is no section header, such as [base].']],
    [['enabled=1', '[a]', 'baseurl=x'], ['1: This line precedes the first section header, such as [base].']],
    [['[a]', 'name=x'], ['1: The section [a] has neither baseurl nor mirrorlist.']],
    [['[a]', 'baseurl=x', '[b]', 'baseurl=x', '[a]', 'baseurl=y'], ['5: The section [a] already exists in line 1.']],
    [['[]', 'baseurl=x'], ['1: The section has no name.']],
    [['[a]', 'baseurl=x', 'enabled'], ['3: This is neither a section header nor an option with its value.']],
    [['[a]', 'baseurl=x', 'baseurl=y'], ['3: The option baseurl of [a] is already set in line 2.']],
    [['[a]', 'baseurl='], ['2: The option baseurl is empty.']],
    [
      ['[a]', '  x', 'baseurl=y'],
      ['2: A line that begins with a space continues the option above it, but there is none.'],
    ],
  ])('%j has a warning', (lines, problems) => expect(result(...lines)).toEqual(problems))

  test('can contain anything, and every warning refers to one of its lines', () => {
    const line = fc.oneof(fc.string(), fc.constantFrom('[a]', '[b]', 'baseurl=x', ' y', '#', 'name=z', '['))
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const content = lines.join('\n')
        const count = content.split(/\r\n|\r|\n/).length
        for (const problem of problemsOfRepoFile(content)) {
          expect(problem.line).toBeGreaterThanOrEqual(1)
          expect(problem.line).toBeLessThanOrEqual(count)
        }
      }),
    )
  })
})
