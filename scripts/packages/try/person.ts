// A person who saves a metric profile of a tenant, which is in both stores, with the requests of a browser.
import http from 'node:http'
import https from 'node:https'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { csrf, logIn } from '../../../packages/contract/src/accounts/session.ts'
import { internalApi } from '../../../packages/contract/src/kit/addresses.ts'
import { eventually } from './steps.ts'

interface Reply {
  readonly status: number
  readonly tag: string
  readonly cookies: readonly string[]
  readonly body: { readonly [field: string]: unknown }
}

type Headers = Readonly<Record<string, string>>

/** An address of this machine behind which a console is, and the host name of the tenant. */
export interface Door {
  readonly port: number
  readonly host: string
  readonly isSecure: boolean
}

/** A request as the page of a console sends it. The certificate is the machine's own, which curl checks there. */
function ask({ port, host, isSecure }: Door, method: string, path: string, headers: Headers, body?: object) {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const type = body && { 'content-type': 'application/json' }
  const own = { host, 'sec-fetch-site': 'same-origin', ...headers, ...type }
  const options = {
    port,
    host: '127.0.0.1',
    method,
    path,
    headers: own,
    agent: false as const,
  }
  const request = isSecure ? https.request({ ...options, rejectUnauthorized: false }) : http.request(options)
  request.on('error', reject)
  request.on('response', (response) => {
    const { statusCode: status = 0, headers } = response
    const reply = (body: unknown) =>
      resolve({ status, tag: headers.etag ?? '', cookies: headers['set-cookie'] ?? [], body: Object(body) })
    json(response).then(reply, () => reply({}))
  })
  request.end(body && JSON.stringify(body))
  return promise
}

export interface Person {
  /** The last marker that was acknowledged or read after a save, and how many saves there were. */
  readonly saved: { marker: string; count: number; repeated: number }
  /** Saves once; false if the console did not acknowledge it. */
  trySave(marker: string): Promise<Reply>
  /** Saves until it is acknowledged or found in place, as docs/reliability.md says. */
  save(marker: string): Promise<void>
  read(): Promise<Reply>
  logIn(): Promise<void>
}

const name = 'evening'
const profiles = `${internalApi}/metricprofiles`

/** Logs in and adds a profile. */
export async function arrive(door: Door, password: string): Promise<Person> {
  let headers: Headers = {}
  const send = (method: string, path: string, body?: object, more: Headers = {}) =>
    ask(door, method, path, { ...headers, ...more }, body)
  const keep = (cookies: readonly string[]) => {
    const pairs = cookies.map((cookie) => cookie.split(';')[0] ?? '')
    const token = pairs.find((pair) => pair.includes(`${csrf.cookie}=`))?.split('=')[1] ?? ''
    headers = { cookie: pairs.join('; '), [csrf.header]: decodeURIComponent(token) }
  }
  const read = () => send('GET', `${profiles}/${name}`)
  const profile = { name, groupname: 'NORTH', services: [] }
  const person: Person = {
    saved: { marker: '', count: 0, repeated: 0 },
    read,
    async logIn() {
      headers = {}
      keep((await send('GET', `${internalApi}/istenantschema`)).cookies)
      const { status, cookies, body } = await send(logIn.method, logIn.path, { username: 'admin', password })
      if (status >= 300) throw new Error(`The login was refused: ${status} ${JSON.stringify(body)}`)
      keep(cookies)
    },
    async trySave(marker) {
      const { tag, body } = await read()
      const content = { ...profile, description: marker, apiid: body.apiid }
      return send('PUT', profiles, content, { 'if-match': tag })
    },
    async save(marker) {
      await eventually(`The save ${marker}`, async () => {
        const { status } = await person.trySave(marker).catch(() => ({ status: 0 }))
        const isSaved = status >= 200 && status < 300
        if (!isSaved) {
          person.saved.repeated += 1
          if ((await read()).body.description !== marker) return undefined
        }
        person.saved.marker = marker
        person.saved.count += 1
        return true
      })
    },
  }
  await person.logIn()
  const { status, body } = await send('POST', profiles, { ...profile, description: '' })
  if (status >= 300) throw new Error(`The profile was not added: ${status} ${JSON.stringify(body)}`)
  return person
}

/** Lets a person save without a break during some work. Returns what was seen; throws if an acknowledged save is gone. */
export async function underLoad(person: Person, work: () => Promise<unknown>): Promise<string> {
  let isOver = false
  const { count, repeated } = person.saved
  const saving = (async () => {
    for (let number = 1; !isOver; number++) {
      await person.save(`${Date.now()} ${number}`)
      await setTimeout(50)
    }
  })()
  await Promise.all([work().finally(() => (isOver = true)), saving])
  await stillThere(person)
  return `${person.saved.count - count} saves were acknowledged, none is lost, ${person.saved.repeated - repeated} requests were repeated`
}

/** Throws unless the last acknowledged save is what the console answers. */
export async function stillThere(person: Person): Promise<string> {
  const reply = await eventually('An answer', async () => {
    const answer = await person.read()
    return answer.status === 200 ? answer : undefined
  })
  if (reply.body.description !== person.saved.marker)
    throw new Error(`It was saved as ${person.saved.marker}, but is ${reply.body.description}.`)
  return 'the last save is there'
}
