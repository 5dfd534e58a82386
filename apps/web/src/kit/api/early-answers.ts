/** As long as queries count an answer as new. */
const maxAgeMs = 10_000

interface Read {
  readonly at: number
  /** An answer that nobody has used yet. */
  readonly early?: { readonly response: Promise<Response>; readonly limit: AbortController }
}

/** The reads of the last seconds by their addresses. */
const reads = new Map<string, Read>()

const recentRead = (url: string): Read | undefined => {
  const read = reads.get(url)
  return read && Date.now() - read.at < maxAgeMs ? read : undefined
}

/** Makes a read whose answer will probably be needed, unless it was made just now. */
export function readEarly(url: string, read: (signal: AbortSignal) => Promise<Response>): void {
  if (recentRead(url)) return
  const limit = new AbortController()
  const response = read(limit.signal)
  // Whoever needs the answer handles the failure.
  response.catch(() => {})
  reads.set(url, { at: Date.now(), early: { response, limit } })
}

/** The answer of an early read, once; `signal` aborts it. From now on the read counts as made. */
export function earlyAnswer(url: string, signal: AbortSignal | undefined): Promise<Response> | undefined {
  const early = recentRead(url)?.early
  reads.set(url, { at: Date.now() })
  if (!early) return undefined
  if (signal?.aborted) early.limit.abort()
  signal?.addEventListener('abort', () => early.limit.abort(), { once: true })
  return early.response
}

/** After a write, and when another user is shown. */
export const forgetEarlyAnswers = (): void => reads.clear()
