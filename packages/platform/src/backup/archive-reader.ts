import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import tar from 'tar-stream'
import type { z } from 'zod'
import { BackupError } from './backup-error.ts'
import { type Header, header, headerFile, type Manifest, manifest, manifestFile, type Part } from './manifest.ts'

/** Is called for each file with rows, in their order. */
export type Visit = (part: Part, content: Buffer, header: Header) => Promise<void> | void

/** Larger than any file that is written. */
const maxFileBytes = 2 ** 30

/**
 * Reads a whole archive once, without holding more than one of its files. Returns its manifest, after every file has
 * turned out to be the one that the manifest names. Throws `BackupError` if the archive is damaged or incomplete.
 */
export async function readArchive(file: string, visit: Visit = () => undefined): Promise<Manifest> {
  const status = await stat(file).catch(() => undefined)
  if (!status?.isFile()) throw new BackupError(`There is no file ${file}.`)
  const readParts: Part[] = []
  let first: Header | undefined
  let last: Manifest | undefined
  const extract = tar.extract()
  const read = pipeline(createReadStream(file), createZstdDecompress(), extract)
  read.catch(() => undefined)
  try {
    for await (const entry of extract) {
      const { name, size = 0 } = entry.header
      if (size > maxFileBytes || last) throw damaged(file)
      const content = await buffer(entry)
      if (name === headerFile) first = parsed(header, content, file)
      else if (first === undefined) throw damaged(file)
      else if (name === manifestFile) last = parsed(manifest, content, file)
      else {
        const part = { name, rows: linesIn(content), sha256: createHash('sha256').update(content).digest('hex') }
        readParts.push(part)
        await visit(part, content, first)
      }
    }
    await read
  } catch (error) {
    extract.destroy()
    throw error instanceof Error && isOfArchive(error) ? damaged(file, error) : error
  }
  if (!last) throw damaged(file)
  assertSame(file, last, readParts)
  return last
}

function assertSame(file: string, { parts, rows }: Manifest, readParts: readonly Part[]): void {
  for (const [index, { name, rows, sha256 }] of parts.entries()) {
    const readPart = readParts[index]
    if (readPart?.name !== name || readPart.sha256 !== sha256 || readPart.rows !== rows) {
      throw new BackupError(`The archive ${file} is damaged: its file ${name} differs from the manifest.`)
    }
  }
  const counted = Object.values(rows).flatMap((tables) => Object.values(tables))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  if (readParts.length !== parts.length || sum(counted) !== sum(parts.map(({ rows }) => rows))) throw damaged(file)
}

function parsed<Schema extends z.ZodType>(schema: Schema, content: Buffer, file: string): z.output<Schema> {
  const { data, error } = schema.safeParse(JSON.parse(content.toString()))
  if (data !== undefined) return data
  const [issue] = error?.issues ?? []
  if (issue?.path[0] === 'format') throw new BackupError(issue.message)
  throw damaged(file)
}

const damaged = (file: string, cause?: unknown) =>
  new BackupError(`The archive ${file} is damaged or incomplete.`, { cause })

/** Errors of the decompression, of the tar file and of its JSON. */
const isOfArchive = (error: Error): boolean =>
  error instanceof SyntaxError ||
  ('code' in error && /^(ZSTD|Z_|ERR_)/.test(String(error.code))) ||
  /tar|checksum|unexpected end|premature|destroyed|zstd/i.test(error.message)

function linesIn(content: Buffer): number {
  let count = 0
  for (let lineEnd = content.indexOf(10); lineEnd !== -1; lineEnd = content.indexOf(10, lineEnd + 1)) count += 1
  return count
}

/** The rows of a file, as the texts of their columns. */
export const rowsOf = (content: Buffer): (string | null)[][] =>
  content
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
