import type { SessionState } from '@quatrain/contract/accounts/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { isApiError } from '#kit/api/api-error.ts'
import { discardDrafts } from '#kit/form/drafts.ts'
import { holdSelection } from '#kit/list/held-selection.ts'
import { forgetLists, forgetVisits } from '#kit/page/visits.ts'
import { forgetUndo } from '#kit/write/undo-offer.ts'
import { forget, readStored, store } from '#lib/storage.ts'
import { forgetMessages } from '#ui/messages.ts'
import { createStore } from '#ui/store.ts'
import { announceSession } from './other-windows.ts'
import { askSession, schemaQuery, sessionKey } from './session.queries.ts'
import { leaveToOtherUser } from './user-change.ts'

/** The user whose session has expired, while the login page says so. */
export const endedSession = createStore<string | undefined>(undefined)

const loggedOut: SessionState = { active: false }

/** A user has logged in here: data of a previous user is removed from this window. */
export function beginSession(client: QueryClient, session: SessionState): void {
  takeOver(client, session)
  announceSession()
}

function takeOver(client: QueryClient, session: SessionState): void {
  const username = session.active ? session.userdetails.username : undefined
  if (endedSession.get() !== username) forgetPerson()
  forgetAnswers(client)
  forgetUndo()
  endedSession.set(() => undefined)
  client.setQueryData(sessionKey, session)
}

/** The server does not know the session any more. The address stays, and so do drafts and what is selected in the list. */
function loseSession(client: QueryClient, username: string): void {
  holdSelection()
  endedSession.set(() => username)
  client.setQueryData(sessionKey, loggedOut)
}

/** Checks a failure: whether the session has expired, or belongs to another user than the displayed one. */
export function noticeSession(client: QueryClient, error: unknown): void {
  const cachedSession = knownSession(client)
  if (!cachedSession.active) return
  const { username } = cachedSession.userdetails
  if (isApiError(error, 'not_authenticated')) loseSession(client, username)
  // The user has logged in again in another window, and has to set up a second factor.
  if (isApiError(error, 'second_factor_required')) void checkSession(client)
  if (isApiError(error, 'user_changed')) leaveToOtherUser(username)
}

/** Finds out whether it is still the same session, after something may have happened to it in another window. */
export async function checkSession(client: QueryClient): Promise<void> {
  const isTenant = client.getQueryData(schemaQuery.queryKey)?.isTenantSchema
  const before = client.getQueryData<SessionState>(sessionKey)
  if (isTenant === undefined || !before) return
  const isAsBefore = () => client.getQueryData(sessionKey) === before
  try {
    const now = await askSession(isTenant)
    if (!isAsBefore()) return
    if (before.active && !now.active) loseSession(client, before.userdetails.username)
    else if (before.active) client.setQueryData(sessionKey, now)
    else if (now.active) takeOver(client, now)
  } catch (error) {
    // An unavailable server is reported by the next request of the user.
    if (isAsBefore()) noticeSession(client, error)
  }
}

/** The user has logged out: all their data is removed, except for drafts that they want to keep. */
export function endSession(client: QueryClient, keepsDrafts: boolean): void {
  const cachedSession = knownSession(client)
  if (cachedSession.active) {
    const { username } = cachedSession.userdetails
    forgetVisits(username)
    if (!keepsDrafts) discardDrafts(username)
  }
  forget('signed-in')
  forget('way-back')
  forgetPerson()
  client.setQueryData(sessionKey, loggedOut)
  forgetAnswers(client)
  announceSession()
}

/** The console is shown to a signed-in user. */
export const rememberSignedIn = (): void => void store('signed-in', true)

/** Whether the console will probably be needed, so that it can be preloaded. */
export const wasSignedIn = (): boolean => readStored('signed-in', z.literal(true)) ?? false

const knownSession = (client: QueryClient): SessionState => client.getQueryData<SessionState>(sessionKey) ?? loggedOut

/** What a window stores about its user. */
function forgetPerson(): void {
  forgetMessages()
  forgetUndo()
  forgetLists()
  holdSelection()
}

const forgetAnswers = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'start' })
