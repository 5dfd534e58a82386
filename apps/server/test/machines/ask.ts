import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** Where a machine sends its requests: the address of the server, and the headers that it sends with each of them. */
export interface Way {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status: number
  readonly text: string
}

/** Sends a request with no other headers than these: many machines send a body without a content type. */
export async function ask(way: Way, method: string, path: string, body?: string): Promise<Reply> {
  const sent = request(`${way.origin}${path}`, { method, headers: way.headers })
  const answered = new Promise<Reply>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', (response) => {
      text(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
    })
  })
  sent.end(body)
  return answered
}

/** A failed run of a machine, with the message that it logs. */
export class RunFailed extends Error {}

/** The parsed response. Throws if the status is another one, or if the body is empty, which machines treat as a failure. */
export async function expectReply(reply: Promise<Reply>, status: number) {
  const { status: given, text } = await reply
  if (given !== status || text === '') throw new RunFailed(`${given} ${text}`)
  // biome-ignore lint/suspicious/noExplicitAny: machines read responses without a schema.
  return JSON.parse(text.replaceAll(/"(\d+)":/g, '"#$1":')) as any
}

/** The name of a member as it was sent. JavaScript would move numeric names to the front, so that they are marked. */
export const memberName = (name: string): string => name.replace(/^#(?=\d+$)/, '')

/** JSON as Python writes it: with spaces, and with ASCII characters only. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${pythonJson(name)}: ${pythonJson(member)}`)
      .join(', ')}}`
  }
  return JSON.stringify(value).replaceAll(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
