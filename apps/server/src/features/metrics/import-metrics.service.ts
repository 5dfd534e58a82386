import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import type { importMetrics as declaration } from '@quatrain/contract/resources/metric-imports.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import { findObstacles } from './metric-imports.repository.ts'
import { importNamed } from './metrics.effects.ts'

/**
 * Adds metrics of these templates, each in the version of its package that the tenant uses. The response names metrics that
 * exist already or are not available in that version. A fixed number of statements.
 */
export function importMetrics(ctx: Context, requestedNames: readonly string[]) {
  const names = [...new Set(requestedNames)]
  return inTransaction(
    ctx,
    async (ctx) => {
      const obstacles = await findObstacles(ctx.db, names)
      const obstructed = new Set(obstacles.map(({ name }) => name))
      const { changes, named: namedTemplates } = await importNamed(
        ctx,
        names.filter((name) => !obstructed.has(name)),
      )
      await record(ctx, changes)
      const existingNames = obstacles.filter(({ isThere }) => isThere).map(({ name }) => name)
      const unknown = obstacles.filter(({ isThere }) => !isThere).map(({ name }) => name)
      const notices = importNotices({
        imported: namedTemplates('imported'),
        warn: namedTemplates('warning'),
        err: existingNames.sort(byCodePoint),
        unavailable: namedTemplates('unavailable'),
      })
      if (unknown.length === 0) return notices
      const unknownSentence = `There is no metric template named ${unknown.join(', ')}.`
      return { ...notices, err: notices.err ? `${notices.err} ${unknownSentence}` : unknownSentence }
    },
    { awaitsRollOuts: true },
  )
}

type Texts = AnswerOf<typeof declaration>

const outcomes = ['imported', 'warn', 'err', 'unavailable'] as const

type Names = Readonly<Record<(typeof outcomes)[number], readonly string[]>>

/** The outcome of an import, in the sentences that the specification fixes. */
function importNotices(names: Names): Texts {
  const texts = outcomes.flatMap((outcome) => {
    const { length } = names[outcome]
    const [singular, plural] = sentences[outcome]
    return length === 0 ? [] : [[outcome, `${names[outcome].join(', ')} ${length === 1 ? singular : plural}`]]
  })
  return Object.fromEntries(texts)
}

const sentences: Readonly<Record<keyof Names, readonly [singular: string, plural: string]>> = {
  imported: ['has been successfully imported.', 'have been successfully imported.'],
  warn: [
    'has been imported with older probe version. If you wish to use more recent probe version, you should update package version you use.',
    "have been imported with older probes' versions. If you wish to use more recent versions of probes, you should update packages' versions you use.",
  ],
  err: [
    'has not been imported since it already exists in the database.',
    'have not been imported since they already exist in the database.',
  ],
  unavailable: [
    'has not been imported, since it is not available for the package version you use. If you wish to use the metric, you should change the package version, and try to import again.',
    "have not been imported, since they are not available for the packages' versions you use. If you wish to use the metrics, you should change the packages' versions, and try to import again.",
  ],
}
