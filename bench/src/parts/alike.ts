import type { Answer } from '../http/ask.ts'

/** A floor must send the same number of objects. Returns the number of objects in a list, 1 for anything else. */
export function assertAlike(path: string, answer: Answer, floor: Answer): number {
  const [sent, bare] = [countOf(answer), countOf(floor)]
  if (sent !== bare) throw new Error(`${path}: ${sent ?? 'one'} objects, but its floor sends ${bare ?? 'one'}.`)
  return sent ?? 1
}

function countOf({ body }: Answer): number | undefined {
  const read: unknown = JSON.parse(body.toString())
  return Array.isArray(read) ? read.length : undefined
}
