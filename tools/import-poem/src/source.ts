import { type Model, modelOf } from './models.ts'

/** A row of the other system. References have the name of the field, and the id or the natural key of the other row. */
export interface SourceRow {
  readonly table: string
  readonly id: string | number | undefined
  readonly fields: Readonly<Record<string, unknown>>
}

/** A pair of a table of links between two others. A dump has them within the rows, so then there is no row. */
export interface SourceLink {
  readonly row?: SourceRow
  readonly from: unknown
  readonly to: unknown
}

/** The content of a schema: that of the super-tenant, `public`, or of a tenant. */
export interface SourceSchema {
  readonly name: string
  /** Every row, also those of tables that this import does not know. */
  readonly rows: readonly SourceRow[]
  rowsOf(model: Model): readonly SourceRow[]
  /** The row with this id or natural key; a row is its own reference. */
  find(model: Model, reference: unknown): SourceRow | undefined
  links(from: Model, to: Model): readonly SourceLink[]
}

/** The tables that two others are linked in, with the fields of the two. */
export interface LinkTable {
  readonly table: string
  readonly ends: readonly [End, End]
}

interface End {
  readonly field: string
  readonly table: string
}

/** What identifies a row in dumps, besides its id. */
const naturalKey: Partial<Record<Model, readonly string[]>> = {
  package: ['name', 'version'],
  probeVersion: ['name', 'package'],
  yumRepo: ['name', 'tag'],
  user: ['username'],
  contentType: ['app_label', 'model'],
}

/** Makes the content of a schema searchable. */
export function schemaOf(
  name: string,
  rows: readonly SourceRow[],
  { linkTables, embedded }: { readonly linkTables: readonly LinkTable[]; readonly embedded: boolean },
): SourceSchema {
  const linking = new Set(linkTables.map(({ table }) => table))
  const byTable = Map.groupBy(rows, ({ table }) => table)
  const tables = new Map<Model, string>()
  for (const table of [...byTable.keys()].toSorted()) {
    const model = linking.has(table) ? undefined : modelOf(table)
    if (model && !tables.has(model)) tables.set(model, table)
  }
  const rowsOf = (model: Model) => byTable.get(tables.get(model) ?? '') ?? []
  const indexes = new Map<Model, ReadonlyMap<string, SourceRow>>()

  /** A natural key as one text; a part that is a reference becomes the natural key of the other row. */
  function naturalText(model: Model, { fields }: SourceRow): string {
    const parts = (naturalKey[model] ?? ['name']).map((field) => {
      if (model === 'probeVersion' && field === 'package') return find('package', fields.package)?.fields.version
      if (model === 'yumRepo' && field === 'tag') return find('osTag', fields.tag)?.fields.name
      return fields[field]
    })
    return JSON.stringify(parts.map(String))
  }

  function indexOf(model: Model): ReadonlyMap<string, SourceRow> {
    const cachedIndex = indexes.get(model)
    if (cachedIndex) return cachedIndex
    // The first row of several with the same natural key is found, as the other system's databases do by id.
    const index = new Map<string, SourceRow>()
    for (const row of rowsOf(model)) {
      for (const key of [naturalText(model, row), ...(row.id === undefined ? [] : [String(row.id)])]) {
        if (!index.has(key)) index.set(key, row)
      }
    }
    indexes.set(model, index)
    return index
  }

  function find(model: Model, reference: unknown): SourceRow | undefined {
    if (reference === null || reference === undefined) return undefined
    if (isRow(reference)) return reference
    const key = Array.isArray(reference) ? JSON.stringify(reference.flat().map(String)) : String(reference)
    return indexOf(model).get(key) ?? indexOf(model).get(JSON.stringify([key]))
  }

  return {
    name,
    rows,
    rowsOf,
    find,
    links(from, to) {
      if (embedded) return embeddedLinks(rowsOf(from), from, to)
      return linkTables.flatMap(({ table, ends: [a, b] }) => {
        const [own, target] = modelOf(a.table) === from ? [a, b] : [b, a]
        if (modelOf(own.table) !== from || modelOf(target.table) !== to) return []
        return (byTable.get(table) ?? []).map((row) => ({
          row,
          from: row.fields[own.field],
          to: row.fields[target.field],
        }))
      })
    },
  }
}

const isRow = (reference: unknown): reference is SourceRow =>
  typeof reference === 'object' && reference !== null && 'fields' in reference

/** The lists within the rows of a dump that name rows of the other table. */
const fieldOfLinks: Readonly<Record<string, (field: string, to: Model) => boolean>> = {
  userProfile: (field, to) => modelOf(field.replace(/^groupsof/, 'groupof')) === to,
  template: (field) => field === 'tags',
  templateVersion: (field) => field === 'tags',
  package: (field) => field === 'repos',
}

function embeddedLinks(rows: readonly SourceRow[], from: Model, to: Model): SourceLink[] {
  const isOf = fieldOfLinks[from] ?? ((field) => field !== 'permissions')
  return rows.flatMap((row) =>
    Object.entries(row.fields).flatMap(([field, list]) =>
      Array.isArray(list) && isOf(field, to) ? list.map((target: unknown) => ({ from: row, to: target })) : [],
    ),
  )
}
