import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const docs = join(import.meta.dirname, '../../docs')
const read = (file: string) => readFileSync(join(docs, file), 'utf8')
const drawings = [...read('data-model.md').matchAll(/```mermaid\n(.*?)```/gs)].map(([, drawing = '']) => drawing)

/** The definitions of the tables in a description of a schema, by name. */
const tablesIn = (file: string) =>
  new Map(
    [...read(file).matchAll(/^create table "?(\w+)"? \((.*?)^\)/gms)].map(([, name = '', body = '']) => [name, body]),
  )

/** Whether a table has a foreign key to another one, which is required unless `isOptional`. */
function refersTo(definition: string, table: string, isOptional: boolean): boolean {
  const keys = [...definition.matchAll(/FOREIGN KEY \(([^)]+)\) REFERENCES (\w+)\(/g)]
  return keys.some(([, columns = '', to]) => {
    const isRequired = columns
      .split(', ')
      .every((column) => new RegExp(`^  ${column} .*not null`, 'm').test(definition))
    return to === table && isRequired !== isOptional
  })
}

describe.each([
  ['schema.sql', drawings[0] ?? ''],
  ['web-api.schema.sql', drawings[1] ?? ''],
])('the tables of %s', (file, drawing) => {
  test('have a comment that says why they exist', () => {
    const described = [...read(file).matchAll(/^comment on table (\w+) is '\S/gm)].map(([, name]) => name)
    const undescribed = [...tablesIn(file).keys()].filter((name) => !described.includes(name))
    expect(undescribed).toEqual(['kysely_migration'])
  })

  test('are drawn with relations that exist', () => {
    const tables = tablesIn(file)
    const lines = drawing.split('\n').filter((line) => line.includes('--'))
    const wrong = lines.filter((line) => {
      const [, from = '', one, to = ''] = /^ {2}(\w+) (\|\||\|o)--o[{|] (\w+) : /.exec(line) ?? []
      return !tables.has(from) || !refersTo(tables.get(to) ?? '', from, one === '|o')
    })
    expect(lines.length).toBeGreaterThan(10)
    expect(wrong).toEqual([])
  })
})
