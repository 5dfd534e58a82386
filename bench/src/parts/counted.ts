import { askSuccessfully, type Target } from '../http/ask.ts'
import type { Place } from './places.ts'

export interface Counted {
  /** Statements of the console, with `begin` and `commit`, and without the deliveries to the Web API. */
  readonly statements: number
  /** Milliseconds until the response. */
  readonly took: number
  /** The number of affected objects in all tenants. */
  readonly affected: number
}

const recorded = 'select count(*)::integer as count from activity'

/** One write with its cost and the number of its side effects. */
export async function counted(
  { calls, bareUrl }: Place['server'],
  target: Target,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: unknown },
): Promise<Counted> {
  await calls.setFloor({ of: 'every tenant', name: 'recorded', text: recorded, parameters: [], isOne: true })
  const countOfRecorded = async (): Promise<number> =>
    JSON.parse((await askSuccessfully({ url: bareUrl }, 'GET', '/recorded')).body.toString()).count
  const before = await countOfRecorded()
  await calls.observe()
  // Any version: there is no other writer.
  const { took } = await askSuccessfully(target, method, path, {
    body,
    headers: { 'if-match': '*', 'if-preview-match': '*' },
  })
  const seen = await calls.observed()
  const begun = seen.findIndex((statement) => statement.startsWith('begin'))
  const statements = seen.indexOf('commit', begun) - begun + 1
  return { statements, took, affected: (await countOfRecorded()) - before }
}
