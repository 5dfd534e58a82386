import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { MetricMove } from '@quatrain/contract/resources/metric-moves.ts'

type Texts = Pick<Notices, 'updated' | 'deleted' | 'warning'>

/** The planned or completed changes of metrics' versions, in the specified sentences. */
export function updateNotices(moves: readonly MetricMove[], tense: 'future' | 'past'): Texts {
  const movesWith = (outcome: MetricMove['outcome']) => moves.filter((move) => move.outcome === outcome)
  const [updated, deleted, unchanged] = [movesWith('updated'), movesWith('deleted'), movesWith('left')]
  const isFuture = tense === 'future'
  return {
    ...(updated.length > 0 && {
      updated: `${listed(updated)} ${isFuture ? 'will be' : `${have(updated)} been successfully`} updated.`,
    }),
    ...(deleted.length > 0 && {
      deleted: `${listed(deleted)} ${isFuture ? 'will be' : `${have(deleted)} been`} deleted, since ${
        deleted.length === 1 ? 'its probe is' : 'their probes are'
      } not part of the chosen package.${isFuture ? question(deleted) : ''}`,
    }),
    ...(unchanged.length > 0 && {
      warning: unchanged
        .map(({ name, becomes }) => `Metric ${name} cannot be updated, since there is another metric named ${becomes}.`)
        .join('\n'),
    }),
  }
}

const names = (moves: readonly MetricMove[]) => moves.map(({ name }) => name).join(', ')
const have = ({ length }: readonly unknown[]) => (length === 1 ? 'has' : 'have')
const listed = (moves: readonly MetricMove[]) => `${moves.length === 1 ? 'Metric' : 'Metrics'} ${names(moves)}`

/** Asks for confirmation if profiles contain metrics to be removed. */
function question(deleted: readonly MetricMove[]): string {
  const sentences = deleted.flatMap(({ name, profiles }) => {
    if (profiles.length === 0) return []
    return [`Metric ${name} is part of ${profiles.join(', ')} metric profile${profiles.length === 1 ? '' : 's'}.`]
  })
  if (sentences.length === 0) return ''
  if (sentences.length === 1) return ` WARNING: ${sentences[0]} ARE YOU SURE YOU WANT TO DELETE IT?`
  return ` ${sentences.join(' ')} ARE YOU SURE YOU WANT TO DELETE THEM?`
}
