import type { SessionState } from '@quatrain/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { forgetUndo } from '#kit/undo-offer.ts'
import { forget, readStored, store } from '#lib/storage.ts'
import { forgetMessages } from '#ui/messages.ts'
import { createStore } from '#ui/store.ts'
import { sessionKey } from './session.queries.ts'

/** Why the login page is there, when it came by itself. */
export const sessionHasEnded = createStore(false)

const nobody: SessionState = { active: false }

/** Somebody has signed in: what the last person saw is gone. */
export function beginSession(client: QueryClient, session: SessionState): void {
  forgetAnswers(client)
  forgetUndo()
  sessionHasEnded.set(() => false)
  store('signed-in', true)
  client.setQueryData(sessionKey, session)
}

/** The server does not know the session any more. The address stays, and so do drafts. */
export function loseSession(client: QueryClient): void {
  const { active } = client.getQueryData<SessionState>(sessionKey) ?? nobody
  if (!active) return
  sessionHasEnded.set(() => true)
  client.setQueryData(sessionKey, nobody)
}

/** The person has signed out: nothing that was theirs stays. */
export function endSession(client: QueryClient): void {
  forget('signed-in')
  forget('way-back')
  forgetMessages()
  forgetUndo()
  client.setQueryData(sessionKey, nobody)
  forgetAnswers(client)
}

/** Whether the console will most likely be needed, so that it can be fetched while the session is asked for. */
export const wasSignedIn = (): boolean => readStored('signed-in', z.literal(true)) ?? false

const forgetAnswers = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'start' })
