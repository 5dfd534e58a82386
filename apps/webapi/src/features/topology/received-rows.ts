import { hash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { TopologyKind, WebApiLeftOut } from '@quatrain/contract/web-api/topology.ts'
import { shortened } from '@quatrain/platform/shortened.ts'
import { elementsOf } from '#kit/json-elements.ts'
import { invalidContent } from '#kit/refusals.ts'
import { normalForm, problemOfRow, readRow } from './topology-row.ts'

/** A part of the rows of a body. */
export interface Batch {
  /** The rows in normal form, one a line, compressed: rows are alike, and 200,000 of them wait for the database. */
  readonly compressed: Buffer
  /** A hash of each row, one after the other. */
  readonly hashes: Buffer
}

/** Bytes of a hash. */
export const hashSize = 32

/** Characters of the rows that are sent to the database in one statement. */
const batchSize = 512 * 1024
/** The rows of a body, and those that nothing can use. */
export interface ReceivedRows {
  readonly batches: readonly Batch[]
  readonly leftOut: LeftOut | undefined
}

/** How many rows were left out, and the first of them. */
export type LeftOut = Omit<WebApiLeftOut, 'date'>

/** The maximum number of rows that are listed as left out; more are counted. */
const maxLeftOut = 100
/** Maximum length of a field of such a row: it can be what is wrong with it. */
const longestShown = 100

/**
 * The rows of a body in normal form. Only these are kept in memory, compressed: neither the body nor its parsed rows. A
 * row that nothing can use is left out. Throws a refusal if the body is malformed, or if it has only such rows.
 */
export async function receiveRows(kind: TopologyKind, chunks: AsyncIterable<Uint8Array>): Promise<ReceivedRows> {
  const batches: Batch[] = []
  const leftOut: LeftOut['rows'] = []
  let unusable = 0
  let rows: string[] = []
  let size = 0
  let count = 0
  const flush = () => {
    if (rows.length > 0) batches.push(batchOf(rows))
    rows = []
    size = 0
  }
  for await (const elements of elementsOf(chunks)) {
    for (const element of elements) {
      const row = readRow(kind, element)
      const index = count
      count += 1
      const problem = problemOfRow(row)
      if (problem !== undefined) {
        unusable += 1
        if (leftOut.length < maxLeftOut) leftOut.push({ index, problem, fields: fieldsText(row.fields) })
        continue
      }
      const written = normalForm(row)
      rows.push(written)
      size += written.length
      if (size >= batchSize) flush()
    }
  }
  if (unusable > 0 && unusable === count) {
    throw invalidContent(leftOut.map(({ index, problem }) => `[${index}].${problem}`))
  }
  flush()
  return { batches, leftOut: unusable > 0 ? { count: unusable, rows: leftOut } : undefined }
}

const fieldsText = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, shortened(text, longestShown)]))

function batchOf(rows: readonly string[]): Batch {
  const hashes = Buffer.alloc(rows.length * hashSize)
  for (const [number, row] of rows.entries()) hash('sha256', row, 'buffer').copy(hashes, number * hashSize)
  return { compressed: zstdCompressSync(rows.join('\n')), hashes }
}

/** The rows of a batch in normal form. */
export const rowsOf = ({ compressed }: Batch): string[] => zstdDecompressSync(compressed).toString().split('\n')
