import { once } from 'node:events'
import { type OutgoingHttpHeaders, request } from 'node:http'

/** Starts to send a JSON body to this address, and disconnects after the server has begun to read it. */
export async function breakOffBody(url: string, headers: OutgoingHttpHeaders): Promise<void> {
  const asking = request(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': 1000, expect: '100-continue' },
  })
  asking.flushHeaders()
  await once(asking, 'continue')
  asking.on('error', () => {})
  asking.write('{"name": ')
  asking.destroy()
}

/** Sends a request, and disconnects when the response has begun. Returns its status. */
export async function breakOffAnswer(url: string, headers: OutgoingHttpHeaders): Promise<number | undefined> {
  const asking = request(url, { agent: false, headers })
  asking.end()
  const [answer] = await once(asking, 'response')
  asking.on('error', () => {})
  asking.destroy()
  return answer.statusCode
}
