import type { TopologyKind } from '@quatrain/contract/web-api/topology.ts'
import { elementsOf } from '#kit/json-elements.ts'
import { invalidContent } from '#kit/refusals.ts'
import { normalForm, readRow } from './topology-row.ts'
import { problemsOfRow } from './topology-rules.ts'

/** Bytes of rows that the database receives in one statement. */
const batchSize = 1024 ** 2
/** More problems than this are not searched for. */
const maxProblems = 1_000

/**
 * The rows of a body in normal form, as JSON arrays of about a megabyte. Only these are kept in memory: neither the body
 * nor its parsed rows. Throws a refusal if the body is malformed or violates rules.
 */
export async function receiveRows(kind: TopologyKind, chunks: AsyncIterable<Uint8Array>): Promise<readonly Buffer[]> {
  const batches: Buffer[] = []
  const problems: string[] = []
  let rows: string[] = []
  let size = 0
  let count = 0
  const flush = () => {
    if (rows.length > 0) batches.push(Buffer.from(`[${rows.join(',')}]`))
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
