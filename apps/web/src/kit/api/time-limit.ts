import { slowCalls } from '#ui/messages.ts'
import { ApiError } from './api-error.ts'

const second = 1000
/** After this time, users are told that the console is still waiting. */
const slowAfter = 5 * second
/** A save waits for the Web API up to three times, for which proxies are advised to give it a minute. */
const limitOf = (method: string) => (method === 'GET' ? 30 : 60) * second

/**
 * Makes a call, with a signal that aborts it when the caller does and at the end of its time: 30 seconds for a read, 60 for
 * others. Then it throws `too_late`. A call of more than five seconds is counted in `slowCalls`.
 */
export async function withTimeLimit<Answer>(
  method: string,
  signal: AbortSignal | undefined,
  makeCall: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const limit = new AbortController()
  const limitTimer = setTimeout(() => limit.abort(), limitOf(method))
  let isSlow = false
  const slowTimer = setTimeout(() => {
    isSlow = true
    slowCalls.set((count) => count + 1)
  }, slowAfter)
  try {
    return await makeCall(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal)
  } catch (error) {
    if (!limit.signal.aborted || signal?.aborted) throw error
    const message = `The server did not answer within ${limitOf(method) / second} seconds.`
    throw new ApiError('too_late', 0, message, undefined, error)
  } finally {
    clearTimeout(limitTimer)
    clearTimeout(slowTimer)
    if (isSlow) slowCalls.set((count) => count - 1)
  }
}
