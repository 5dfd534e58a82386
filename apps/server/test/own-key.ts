import { expect } from 'vitest'
import type { Client } from './test-app.ts'

/** Adds a key of the signed-in user. Returns its token. */
export async function addOwnKey(client: Client, values: object = {}): Promise<string> {
  const key = { name: 'script', read_only: false, expires: null, networks: [], ...values }
  const { status, body } = await client.send('POST', 'ownkeys', key)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.token
}
