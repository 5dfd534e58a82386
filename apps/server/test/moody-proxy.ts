import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What becomes of a call. `work`: it is carried out and answered. `refuse`: not carried out, answered with a status.
 * `hang`: carried out or not, never answered. `rubbish`: carried out, answered with what nobody understands. `lie`: not
 * carried out, answered as if it were. `drop`: the connection is cut.
 */
export type Mood =
  | { readonly kind: 'work' }
  | { readonly kind: 'refuse'; readonly status: number; readonly details?: string }
  | { readonly kind: 'hang'; readonly carryOut: boolean }
  | { readonly kind: 'rubbish' }
  | { readonly kind: 'lie'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'drop'; readonly carryOut: boolean }

export interface MoodyProxy {
  readonly url: string
  /** Calls that reached it, as `METHOD path`. */
  readonly calls: string[]
  /** Sets the mood for calls of this method, or for all. */
  feel(mood: Mood, method?: string): void
  recover(): void
  close(): Promise<void>
}

/** A real HTTP server in front of a real Web API. */
export async function startMoodyProxy(target: string): Promise<MoodyProxy> {
  const calls: string[] = []
  const moods = new Map<string, Mood>()
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    const mood = moods.get(request.method ?? '') ?? moods.get('*') ?? { kind: 'work' }
    handle(target, mood, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    feel: (mood, method = '*') => void moods.set(method, mood),
    recover: () => moods.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function handle(target: string, mood: Mood, request: IncomingMessage, response: ServerResponse) {
  const json = { 'content-type': 'application/json; charset=utf-8' }
  if (mood.kind === 'refuse') {
    const status = { message: 'Refused', code: String(mood.status), ...(mood.details && { details: mood.details }) }
    response.writeHead(mood.status, json).end(JSON.stringify({ status }))
    return
  }
  if (mood.kind === 'lie') {
    response.writeHead(mood.status, json).end(JSON.stringify(mood.body))
    return
  }
  const carryOut = mood.kind === 'work' || mood.kind === 'rubbish' || mood.carryOut
  const answer = carryOut ? await forward(target, request) : undefined
  if (mood.kind === 'drop') response.destroy()
  if (mood.kind === 'rubbish') response.writeHead(200, json).end('<html>It works!')
  if (mood.kind === 'work' && answer) response.writeHead(answer.status, json).end(answer.body)
}

async function forward(target: string, request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const response = await fetch(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { accept: 'application/json', 'x-api-key': String(request.headers['x-api-key'] ?? '') },
    ...(body.length > 0 && { body }),
  })
  return { status: response.status, body: await response.text() }
}
