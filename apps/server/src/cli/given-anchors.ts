import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Anchor, anchorOfLine } from '#kit/recording/activity-anchors.ts'

/** The maximum number of anchors in one statement. */
const most = 1_000

/**
 * Reads the anchors of a line of the server's log, or of a file with such lines, in batches. Other lines of a file are
 * skipped. Throws the file system's error if the file cannot be read.
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
