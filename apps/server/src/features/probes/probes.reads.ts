import type { Context } from '#request/context/context.ts'
import { findFormerVersionsInUse } from './probe-versions.repository.ts'

/** The versions that metric templates use although their probe has another one, the oldest first, by its name, as an add takes them. */
export async function formerVersionsInUse({ db }: Context) {
  const byProbe = Map.groupBy(await findFormerVersionsInUse(db), ({ probe }) => probe)
  return new Map(
    [...byProbe].map(([probe, rows]) => [probe, rows.map(({ document: { version: _, ...input } }) => input)]),
  )
}
