import { setTimeout as pause } from 'node:timers/promises'
import {
  type ChangeRequest,
  readChangeRequest,
  settleChangeRequest,
} from '@quatrain/contract/change-requests/change-request.ts'
import { exitCodeOf, exitCodes, whileSaying } from '../console-command.ts'
import type { Call } from './checked-calls.ts'

const pollMilliseconds = 1_000

/** Applies a change request with these effects, and finds out what has become of it if there is no answer. Throws like the call. */
export async function applyRequest(call: Call, id: number, effects: string): Promise<ChangeRequest> {
  const input = { params: { id }, body: { action: 'apply', effects } } as const
  const startedAt = Date.now()
  return whileSaying(`Applying change request ${id}`, async () => {
    try {
      return (await call(settleChangeRequest, input)).answer
    } catch (error) {
      if (exitCodeOf(error) !== exitCodes.failure) throw error
      const waited = Date.now() - startedAt
      return await withoutAnswer(call, id, { error, begunBy: Date.now() + waited })
    }
  })
}

/**
 * The request once it is applied: a console that has begun does not need anybody who waits for its answer. That it will begin shows nowhere, so
 * it has as much time for it as the answer had. Throws the error if the request is not applied then.
 */
async function withoutAnswer(
  call: Call,
  id: number,
  { error, begunBy }: { readonly error: unknown; readonly begunBy: number },
): Promise<ChangeRequest> {
  for (;;) {
    // A proxy that has cut the connection may do so again.
    const request = await call(readChangeRequest, { params: { id } }).then(
      ({ answer }) => answer,
      () => undefined,
    )
    if (request?.state === 'applied') return request
    if (request?.state !== 'applying' && Date.now() >= begunBy) throw error
    await pause(pollMilliseconds)
  }
}
