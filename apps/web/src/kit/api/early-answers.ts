/** As long as queries count an answer as new. */
const maxAgeMs = 10_000

interface Asked {
  readonly at: number
  /** An answer that nobody has used yet. */
  readonly early?: { readonly response: Promise<Response>; readonly limit: AbortController }
}

/** The reads of the last seconds by their addresses. */
const asked = new Map<string, Asked>()

const recent = (url: string): Asked | undefined => {
  const found = asked.get(url)
  return found && Date.now() - found.at < maxAgeMs ? found : undefined
}

/** Makes a read whose answer will probably be needed, unless it was made just now. */
export function readEarly(url: string, read: (signal: AbortSignal) => Promise<Response>): void {
  if (recent(url)) return
  const limit = new AbortController()
  const response = read(limit.signal)
  // Whoever needs the answer handles the failure.
  response.catch(() => {})
  asked.set(url, { at: Date.now(), early: { response, limit } })
}

/** The answer of an early read, once; `signal` aborts it. From now on the read counts as made. */
export function earlyAnswer(url: string, signal: AbortSignal | undefined): Promise<Response> | undefined {
  const early = recent(url)?.early
  asked.set(url, { at: Date.now() })
  if (!early) return undefined
  if (signal?.aborted) early.limit.abort()
  signal?.addEventListener('abort', () => early.limit.abort(), { once: true })
  return early.response
}

/** After a write, and when another user is shown. */
export const forgetEarlyAnswers = (): void => asked.clear()
