import { z } from 'zod'
import type { ListWords } from '#kit/recording/describe-change.ts'
import { sentenceForEach } from '#kit/recording/list-words.ts'

const named = z.object({ name: z.string() })

/** How the comment of a version describes changes of groups. */
export const aggregationGroupWords: ListWords = {
  member: (member) => named.parse(member).name,
  sentences: sentenceForEach(
    (verb, name) => `${verb} groups field "${name}".`,
    (verb, count) => `${verb} ${count} more groups.`,
  ),
  reordered: 'Changed the order of groups.',
}
