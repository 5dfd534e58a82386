import { Checkbox } from '@mantine/core'
import { maxOverlapDays } from '@quatrain/contract/kit/key-limits.ts'
import { useState } from 'react'
import { MomentInput } from '#kit/page/DateInput.tsx'
import { isMoment } from '#lib/dates.ts'

const usualOverlapMs = 7 * 86_400_000

/** Until when the current token of a key is accepted after its rotation; null if it ends at once. */
export interface Overlap {
  readonly previous_until: string | null
  /** Undefined if it can be sent. */
  readonly problem: string | undefined
  readonly isAtOnce: boolean
  readonly until: string | null
  readonly setAtOnce: (isAtOnce: boolean) => void
  readonly setUntil: (until: string | null) => void
}

/** The choice of `OverlapFields`. Without an overlap the current token ends at once. */
export function useOverlap(canOverlap = true): Overlap {
  const [isAtOnce, setAtOnce] = useState(!canOverlap)
  const [until, setUntil] = useState<string | null>(() => new Date(Date.now() + usualOverlapMs).toISOString())
  const problem = isAtOnce ? undefined : problemOf(until)
  return { previous_until: isAtOnce ? null : until, problem, isAtOnce, until, setAtOnce, setUntil }
}

/** When the current token of a key ends. */
export const OverlapFields = ({
  overlap: { problem, isAtOnce, until, setAtOnce, setUntil },
}: {
  readonly overlap: Overlap
}) => (
  <>
    <MomentInput
      label="Accept the current token until"
      description="Give every machine the new token before that."
      error={problem}
      disabled={isAtOnce}
      moment={until}
      onChange={setUntil}
    />
    <Checkbox
      label="End the current token at once"
      description="For a token that others may know."
      checked={isAtOnce}
      onChange={(event) => setAtOnce(event.currentTarget.checked)}
    />
  </>
)

function problemOf(until: string | null): string | undefined {
  if (until === null || !isMoment(until)) return 'Required'
  const days = (new Date(until).getTime() - Date.now()) / 86_400_000
  if (days <= 0) return 'Must be in the future'
  return days > maxOverlapDays ? `Must be within ${maxOverlapDays} days` : undefined
}
