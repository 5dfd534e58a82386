import type { ServiceTypeDocument, ServiceTypeRow } from '@quatrain/contract/resources/service-type.ts'
import { problemsOfServiceTypes } from '@quatrain/contract/resources/service-type-rules.ts'
import type { ImportKind } from '#kit/imports/ImportDialog.tsx'
import { type ImportAnswer, type ImportPlan, type Numbered, planImport, removedBy } from '#kit/imports/import-plan.ts'
import { exportSheet, readSheet } from '#kit/imports/sheet-files.ts'
import type { Imported } from '#kit/imports/use-csv-import.ts'
import { loadPart } from '#lib/load-part.ts'
import { counted } from '#lib/words.ts'
import type { TypeSheetRow } from './service-type-csv.ts'
import { type TypeRow, typeRows } from './service-type-rows.ts'

interface Known {
  /** All stored service types. */
  readonly stored: readonly ServiceTypeRow[]
  readonly hasTitles: boolean
}

type Line = Numbered<ServiceTypeDocument>

/** Compares the rows of a file with those of the form. Service types of the topology stay as they are. */
export function planTypeImport(
  sheet: readonly TypeSheetRow[],
  rows: readonly TypeRow[],
  knownTypes: Known,
): ImportPlan<ServiceTypeDocument> {
  const { hasTitles } = knownTypes
  const present = typeRows(hasTitles).valuesOf(rows)
  const presentTypes = new Map(present.map((type) => [type.name, type]))
  const isSame = (type: ServiceTypeDocument, { title, description }: ServiceTypeDocument) =>
    plain(type.description) === description && (!hasTitles || plain(type.title) === title)
  const isDifferent = (line: Line) => {
    const type = presentTypes.get(line.name)
    return !type || !isSame(type, line)
  }
  const lines = sheet.map(lineOf)
  const differingLines = lines.filter(isDifferent)
  const problems = new Map(
    problemsOfServiceTypes(differingLines, knownTypes)
      .toReversed()
      .map(({ index, field, message }) => [differingLines[index], `${labels[field]}: ${message}`]),
  )
  const plan = planImport<ServiceTypeDocument>(lines, {
    present,
    keyOf: ({ name }) => name,
    isSame,
    reasonAgainst: (line, repeat, index) =>
      missingCell(sheet[index], hasTitles) ??
      repeat ??
      (presentTypes.get(line.name)?.isLocked && isDifferent(line) ? ofTopology : problems.get(line)),
  })
  return { ...plan, missingItems: plan.missingItems.filter(({ name }) => !presentTypes.get(name)?.isLocked) }
}

const labels = { name: 'Name', title: 'Title', description: 'Description' } as const
const ofTopology = 'Name: it comes from the topology, and can be changed only there'

const lineOf = ({ number, name = '', title = '', description = '' }: TypeSheetRow): Line => ({
  number,
  name,
  title,
  description,
})

function missingCell(row: TypeSheetRow | undefined, hasTitles: boolean): string | undefined {
  const fields = ['name', ...(hasTitles ? (['title'] as const) : []), 'description'] as const
  const field = fields.find((field) => row?.[field] === undefined)
  return field && `${labels[field]}: the row ends before this column`
}

/** A text as a file contains it. */
const plain = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()

/** The rows of the form with those of the file, by name. A row that stays or is stored keeps its id. */
export function importTypesInto(
  rows: readonly TypeRow[],
  stored: readonly TypeRow[],
  { plan, mode }: Pick<ImportAnswer<ServiceTypeDocument>, 'plan' | 'mode'>,
  hasTitles: boolean,
): TypeRow[] {
  const definition = typeRows(hasTitles)
  const removed = new Set(removedBy(plan, mode).map(({ name }) => name))
  const changed = new Map(plan.changed?.map((line) => [line.name, line]))
  const keptRows = definition
    .valuesOf(rows)
    .filter(({ name }) => !removed.has(name))
    .map((type) => ({ ...type, ...textsOf(changed.get(type.name) ?? type) }))
  const added = plan.added.map((line) => ({ ...textsOf(line), isLocked: false }))
  const usedIds = new Set(rows.map(({ id }) => id))
  return definition.matching(
    [...keptRows, ...added].sort((a, b) => (a.name < b.name ? -1 : 1)),
    [...stored.filter(({ id }) => !usedIds.has(id)), ...rows],
  )
}

/**
 * The rows as they were before an import. A row that was typed or changed since stays as it is; if the import had removed
 * one of its name, both are there, and the form says so.
 */
export function withoutTypeImport(
  { before, after }: Imported<TypeRow[]>,
  now: TypeRow[],
  hasTitles: boolean,
): TypeRow[] {
  const { byId, isSame, isBlank, orBlankRow } = typeRows(hasTitles)
  const [earlier, imported] = [byId(before), byId(after)]
  const isTyped = (row: TypeRow) => {
    const then = imported.get(row.id)
    return !then || !isSame(then, row)
  }
  const typed = now.filter((row) => !isBlank(row) && isTyped(row))
  if (typed.length === 0 && byId(now).size === imported.size) return before
  const remainingRows = now.flatMap((row) => (isBlank(row) ? [] : isTyped(row) ? [row] : (earlier.get(row.id) ?? [])))
  const restored = [...earlier.values()].filter(({ id }) => !imported.has(id))
  return orBlankRow([...remainingRows, ...restored].sort(byName))
}

const byName = (a: TypeRow, b: TypeRow) => (a.name < b.name ? -1 : 1)

const textsOf = ({ name, title, description }: ServiceTypeDocument) => ({ name, title, description })

/** Few users need CSV files, so their code is loaded on demand. */
const format = () => loadPart(() => import('./service-type-csv.ts'))

/** Downloads the service types of a tenant. */
export function exportServiceTypes(
  tenant: string,
  types: readonly ServiceTypeDocument[],
  hasTitles: boolean,
): Promise<void> {
  const fileName = `${tenant}-service-types.csv`
  return exportSheet(fileName, async () => (await format()).csvOfServiceTypes(types, hasTitles), [
    `${counted(types.length, 'service type')} in ${fileName}`,
  ])
}

const filesWith = (hasTitles: boolean): ImportKind<TypeSheetRow, ServiceTypeDocument> => ({
  itemsLabel: 'service type',
  format: hasTitles
    ? 'A file has a heading row with the columns name, title and description, and one service type in each row below it.'
    : 'A file has a heading row with the columns name and description, and one service type in each row below it.',
  columns: [
    { header: 'Name', textOf: ({ name }) => name },
    ...(hasTitles ? [{ header: 'Title', textOf: ({ title }: ServiceTypeDocument) => title }] : []),
    { header: 'Description', textOf: ({ description }) => description },
  ],
  read: (file) =>
    readSheet(file, 'list of service types', async () => {
      const { readServiceTypeCsv } = await format()
      return (text) => readServiceTypeCsv(text, hasTitles)
    }),
})

const files = { titled: filesWith(true), untitled: filesWith(false) }

/** Files of service types. */
export const serviceTypeFiles = (hasTitles: boolean) => (hasTitles ? files.titled : files.untitled)
