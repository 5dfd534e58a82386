import { webApiToken } from './seed.ts'
import type { TestApp } from './test-app.ts'

/** A service type as a client of the Web API sends it. */
export interface SentType {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly tags?: readonly string[]
}

const path = '/api/v2/topology/service-types'

/** The Web API of the tenant NORTH as another client sees it, with all of its faults. */
export function webApiClient({ webApi }: Pick<TestApp, 'webApi'>, target = webApi.url) {
  const send = async (method: string, body?: unknown) => {
    const headers = { 'x-api-key': webApiToken('NORTH'), 'content-type': 'application/json' }
    const response = await fetch(`${target}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  return {
    send,
    /** Each as a line, without its day. */
    async list(): Promise<string[]> {
      const { status, body } = await send('GET')
      const types: SentType[] = status === 404 ? [] : body.data
      return types.map(({ name, title, description, tags = [] }) => [name, title, description, ...tags].join(' | '))
    },
    /** Like a connector: all of the topology, and the console's own service types as they are now. */
    async replace(types: readonly SentType[]): Promise<void> {
      await send('DELETE')
      const { status, body } = await send('POST', types)
      if (status !== 201) throw new Error(`The Web API refused the list: ${JSON.stringify(body)}`)
    },
  }
}
