import { endOtherSessions, endOwnSession, ownSessions } from '@quatrain/contract/accounts/own-account.ts'
import { beginAuthenticatorApp, beginPasskey, ownSecondFactor } from '@quatrain/contract/accounts/second-factor.ts'
import { type addOwnKey, endOwnKey, ownKeys, type UserKey } from '@quatrain/contract/accounts/user-keys.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => call(ownSessions, {}, { signal }),
})

export const endSessionOf = (id: number) => call(endOwnSession, { params: { id } })
export const endOthers = () => call(endOtherSessions, {})

export const secondFactorQuery = queryOptions({
  queryKey: ['own-second-factor'],
  queryFn: ({ signal }) => call(ownSecondFactor, {}, { signal }),
})

export const beginApp = () => call(beginAuthenticatorApp, {})

export const ownKeysQuery = queryOptions({
  queryKey: ['own-keys'],
  queryFn: ({ signal }) => call(ownKeys, {}, { signal }),
})

/** A key with its token, which only an add and a rotation return. */
export type KeyWithToken = AnswerOf<typeof addOwnKey>

export const endKey = ({ id }: UserKey) => call(endOwnKey, { params: { id } })

export const startPasskey = () => call(beginPasskey, {})
