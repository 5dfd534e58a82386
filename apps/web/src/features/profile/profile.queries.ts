import { readMailPreferences } from '@quatrain/contract/accounts/mail-preferences.ts'
import { endOtherSessions, endOwnSession, ownSessions } from '@quatrain/contract/accounts/own-account.ts'
import { beginAuthenticatorApp, beginPasskey, ownSecondFactor } from '@quatrain/contract/accounts/second-factor.ts'
import { type addOwnKey, endOwnKey, ownKeys, type UserKey } from '@quatrain/contract/accounts/user-keys.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { call } from '#kit/api/call.ts'
import { queryOf } from '#kit/api/queries.ts'

export const sessionsQuery = queryOf(['own-sessions'], ownSessions, {})

export const endSessionOf = (id: number) => call(endOwnSession, { params: { id } })
export const endOthers = () => call(endOtherSessions, {})

export const secondFactorQuery = queryOf(['own-second-factor'], ownSecondFactor, {})

export const beginApp = () => call(beginAuthenticatorApp, {})

export const mailPreferencesQuery = queryOf(['mail-preferences'], readMailPreferences, {})

export const ownKeysQuery = queryOf(['own-keys'], ownKeys, {})

/** A key with its token, which only an add and a rotation return. */
export type KeyWithToken = AnswerOf<typeof addOwnKey>

export const endKey = ({ id }: UserKey) => call(endOwnKey, { params: { id } })

export const startPasskey = () => call(beginPasskey, {})
