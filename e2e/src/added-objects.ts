import { randomInt } from 'node:crypto'
import { type RecordOf, type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { sendRequest } from './send-request.ts'
import { sharedSession } from './session.ts'

/** What makes a name unique. Of digits: letters could spell what a test looks for, such as *Add*. */
export const aNumber = (): string => String(randomInt(10 ** 8, 10 ** 9))

/** Adds an object for one test, as an administrator, and returns its name. */
export async function addObject(origin: string, resource: Resource, body: { readonly name: string }): Promise<string> {
  const { method, path } = resourceEndpoints(resource).add
  const { headers } = await sharedSession(origin, 'admin')
  const { status, body: answer } = await sendRequest(origin, path, { method, headers, body })
  if (status >= 400) throw new Error(`${body.name} could not be added: ${JSON.stringify(answer)}`)
  return body.name
}

/** The stored object as everybody reads it; undefined if it does not exist. */
export async function storedObject<R extends Resource>(origin: string, resource: R, name: string) {
  const { path } = resourceEndpoints(resource).publicGet
  const { status, body } = await sendRequest(origin, path.replace(':key', encodeURIComponent(name)))
  return status === 404 ? undefined : (resource.record.parse(body) as RecordOf<R>)
}
