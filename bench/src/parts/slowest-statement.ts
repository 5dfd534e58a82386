import { median } from '../median.ts'
import { milliseconds } from '../report/figure.ts'
import type { Place } from './places.ts'

/** Maximum length of a reported statement. */
const shown = 60

/** The slowest statement of a request, with its median over this many requests; undefined if the request sends none. */
export async function slowestStatement(
  { calls }: Place['server'],
  ask: () => Promise<unknown>,
  times = 5,
): Promise<string> {
  await calls.time()
  for (let round = 0; round < times; round++) await ask()
  const byText = Map.groupBy(await calls.timed(), ({ text }) => text)
  const [slowest] = [...byText]
    .map(([text, statements]) => ({ text, took: median(statements.map(({ took }) => took)) }))
    .sort((a, b) => b.took - a.took)
  return slowest ? `${milliseconds(slowest.took)}: ${shortened(slowest.text)}` : ''
}

/** On one line, as a cell of a table. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()
  return line.length > shown ? `${line.slice(0, shown)}…` : line
}
