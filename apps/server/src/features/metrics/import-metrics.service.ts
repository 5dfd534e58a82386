import { byCodePoint } from '#kit/recording/by-code-point.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context.ts'
import { importNotices } from './import-notices.ts'
import { findObstacles } from './importable-metrics.repository.ts'
import { importNamed } from './metrics.effects.ts'

/**
 * Imports metrics of these templates, each at the version of its package that the tenant uses. Existing metrics, and
 * those missing in that version, are reported. A fixed number of statements.
 */
export function importMetrics(ctx: Context, given: readonly string[]) {
  const names = [...new Set(given)]
  return inTransaction(ctx, async (ctx) => {
    const obstacles = await findObstacles(ctx.db, names)
    const obstructed = new Set(obstacles.map(({ name }) => name))
    const { changes, named } = await importNamed(
      ctx,
      names.filter((name) => !obstructed.has(name)),
    )
    await record(ctx, changes)
    const there = obstacles.filter(({ isThere }) => isThere).map(({ name }) => name)
    const unknown = obstacles.filter(({ isThere }) => !isThere).map(({ name }) => name)
    const told = importNotices({
      imported: named('imported'),
      warn: named('warning'),
      err: there.sort(byCodePoint),
      unavailable: named('unavailable'),
    })
    if (unknown.length === 0) return told
    const nobody = `There is no metric template named ${unknown.join(', ')}.`
    return { ...told, err: told.err ? `${told.err} ${nobody}` : nobody }
  })
}
