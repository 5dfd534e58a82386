import { expect, test } from 'vitest'
import { type Column, columnsFor } from './columns.tsx'
import { listCsv } from './list-csv.ts'

interface Toy {
  readonly name: string
  readonly age: number
  readonly tags: readonly string[]
}

const column = columnsFor<Toy>()
const tags: Column<Toy> = {
  id: 'tags',
  header: 'Tags',
  cell: ({ tags }) => tags.length,
  filter: { kind: 'choice', texts: ({ tags }) => tags },
}
const shout: Column<Toy> = { id: 'shout', header: 'Shout', cell: () => null, text: ({ name }) => name.toUpperCase() }
const remove: Column<Toy> = { id: 'remove', header: 'Delete', cell: () => null }
const columns = [column.rowNumber(), column.link('name', 'Name', () => '/'), column.number('age', 'Age'), tags, shout]

test('a file has the columns of the list and all rows in order, numbers as numbers', () => {
  const toys = [
    { name: 'Top', age: 1200, tags: ['red', 'round'] },
    { name: 'ball, big', age: -1, tags: [] },
  ]
  expect(listCsv(toys, [...columns, remove])).toBe(
    '\uFEFFName,Age,Tags,Shout\r\nTop,1200,"red, round",TOP\r\n"ball, big",-1,,"BALL, BIG"',
  )
})

test('a name that a spreadsheet would run as a formula is text', () => {
  const csv = listCsv([{ name: '=HYPERLINK("x")', age: 1, tags: ['-1+2'] }], columns)
  expect(csv).toContain(`"'=HYPERLINK(""x"")",1,"'-1+2","'=HYPERLINK(""X"")"`)
})
