import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parsedJson } from '@quatrain/platform/parsed-json.ts'
import { UsageError } from '@quatrain/server/cli/terminal.ts'
import { z } from 'zod'
import { type SourceSchema, schemaOf } from './source.ts'

const dump = z.array(
  z.object({
    model: z.string(),
    pk: z.union([z.string(), z.number()]).optional(),
    fields: z.record(z.string(), z.unknown()),
  }),
)

/**
 * Reads a folder of JSON dumps, one for each schema; the name of a file begins with the name of its schema, which a dot, a
 * dash or an underscore with a date may follow. Throws a usage error if a file is no dump, or a schema has two.
 */
export async function readDumps(path: string): Promise<SourceSchema[]> {
  const files = (await stat(path)).isDirectory()
    ? (await readdir(path)).filter((name) => name.endsWith('.json')).map((name) => join(path, name))
    : [path]
  const schemas = await Promise.all(files.toSorted().map(readDumpFile))
  const names = schemas.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new UsageError(`${path} has two dumps of the schema ${twice}: keep the newest.`)
  if (!names.includes('public')) throw new UsageError(`${path} has no dump of the schema public, such as public.json.`)
  return schemas.toSorted((a, b) => Number(b.name === 'public') - Number(a.name === 'public'))
}

async function readDumpFile(file: string): Promise<SourceSchema> {
  const schema = basename(file, '.json').replace(/[-_.]\d[-_.\dT:]*$/, '')
  const text = await readFile(file, 'utf8')
  const parsed = dump.safeParse(parsedJson(text))
  if (!parsed.success)
    throw new UsageError(`${file} is no dump: it must be a JSON list of objects with model and fields.`)
  const rows = parsed.data.map(({ model, pk, fields }) => ({ table: model.replace('.', '_'), id: pk, fields }))
  return schemaOf(schema, rows, { linkTables: [], embedded: true })
}
