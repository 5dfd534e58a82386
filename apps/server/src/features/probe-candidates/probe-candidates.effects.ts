// Changes of probe candidates by other features.
import type { Deliver } from '#kit/intents/deliveries.ts'
import type { Context } from '#request/context/context.ts'
import { submitProbeCandidate } from './probe-candidates.service.ts'
import { submissionOf } from './submission.ts'

/**
 * Stores a submission and returns its name. Throws `invalid_input`. A mail that cannot be sent is only logged: the
 * submission is stored.
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
