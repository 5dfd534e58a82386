import { hash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { TopologyKind } from '@quatrain/contract/web-api/topology.ts'
import { elementsOf } from '#kit/json-elements.ts'
import { invalidContent } from '#kit/refusals.ts'
import { normalForm, readRow } from './topology-row.ts'
import { problemsOfRow } from './topology-rules.ts'

/** Some rows of a body. */
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
/** More problems than this are not searched for. */
const maxProblems = 1_000

/**
 * The rows of a body in normal form. Only these are kept in memory, compressed: neither the body nor its parsed rows.
 * Throws a refusal if the body is malformed or violates rules.
 */
export async function receiveRows(kind: TopologyKind, chunks: AsyncIterable<Uint8Array>): Promise<readonly Batch[]> {
  const batches: Batch[] = []
  const problems: string[] = []
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
      if (problems.length < maxProblems) {
        problems.push(...problemsOfRow(row).map((problem) => `[${count}].${problem}`))
      }
      const written = normalForm(row)
      rows.push(written)
      count += 1
      size += written.length
      if (size >= batchSize) flush()
    }
  }
  if (problems.length > 0) throw invalidContent(problems)
  flush()
  return batches
}

function batchOf(rows: readonly string[]): Batch {
  const hashes = Buffer.alloc(rows.length * hashSize)
  for (const [number, row] of rows.entries()) hash('sha256', row, 'buffer').copy(hashes, number * hashSize)
  return { compressed: zstdCompressSync(rows.join('\n')), hashes }
}

/** The rows of a batch in normal form. */
export const rowsOf = ({ compressed }: Batch): string[] => zstdDecompressSync(compressed).toString().split('\n')
