import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Anchor, anchorOfLine } from '#kit/recording/activity-anchors.ts'

/** Anchors that are checked with one statement. */
const most = 1_000

/**
 * The anchors of a line of the server's log, or of a file of them, a batch at a time. Other lines of a file are passed
 * over. Throws the file system's error when the file cannot be read.
 */
export async function* anchorsIn(lineOrFile: string): AsyncGenerator<Anchor[]> {
  let batch: Anchor[] = []
  for await (const line of linesOf(lineOrFile)) {
    const anchor = anchorOfLine(line)
    if (anchor) batch.push(anchor)
    if (batch.length === most) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

async function* linesOf(lineOrFile: string): AsyncGenerator<string> {
  if (lineOrFile.trimStart().startsWith('{')) {
    yield lineOrFile
    return
  }
  const input = createReadStream(lineOrFile)
  await once(input, 'open')
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
}
