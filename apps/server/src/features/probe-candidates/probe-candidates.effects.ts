// What others may cause in probe candidates.
import type { Deliver } from '#kit/two-stores/deliveries.ts'
import type { Context } from '#request/context.ts'
import { submitProbeCandidate } from './probe-candidates.service.ts'
import { submissionOf } from './submission.ts'

/**
 * Takes in what somebody proposes, and answers with its name. Throws `invalid_input` for what is none. That the mail about
 * it does not go is the log's to say: the submission is stored.
 */
export async function submitProbe(
  ctx: Context,
  body: unknown,
  { deliver, guidelines }: { readonly deliver: Deliver; readonly guidelines: string },
): Promise<string> {
  const { saved, deliveries } = await submitProbeCandidate(ctx, submissionOf(body, guidelines))
  await deliver(deliveries)
  return saved.name
}
