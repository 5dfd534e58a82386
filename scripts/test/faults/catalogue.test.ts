import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faults } from './catalogue.ts'
import { type Fault, withFault } from './fault.ts'

const root = join(import.meta.dirname, '../../..')

describe('every fault of the catalogue can be tried', () => {
  test.each(faults)('$name', (fault) => {
    const content = readFileSync(join(root, fault.file), 'utf8')
    expect(withFault(content, fault)).not.toBe(content)
    expect(fault.foundBy.filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(fault.foundBy.filter((file) => !/(?<!\.(full|fuzz))\.(test|spec)\.tsx?$/.test(file))).toEqual([])
    expect(fault.foundBy).not.toEqual([])
  })
})

test('no two faults have the same name', () => {
  const names = faults.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

test('the table of the documentation has every fault with its test files', () => {
  const rows = readFileSync(join(root, 'docs/testing.md'), 'utf8').split('\n')
  const cellsOf = ({ name, foundBy }: Fault) => `| ${name} | ${foundBy.map((file) => `\`${file}\``).join(', ')} | `
  const missing = faults.map(cellsOf).filter((cells) => !rows.some((row) => row.startsWith(cells)))
  expect(missing).toEqual([])
})

test('a text that occurs twice is refused', () => {
  const fault = { name: 'x', file: 'x.ts', text: 'a', replacement: 'b', foundBy: [] }
  expect(withFault('cat', fault)).toBe('cbt')
  expect(() => withFault('a cat', fault)).toThrow('must occur once')
  expect(() => withFault('dog', fault)).toThrow('must occur once')
})
