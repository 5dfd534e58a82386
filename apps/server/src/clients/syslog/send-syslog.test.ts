import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '#test/self-signed.ts'
import { sendSyslog } from './send-syslog.ts'

const own = selfSigned()

/** A receiver on loopback that does this with a connection. */
async function receiving(connected: (socket: TLSSocket) => void) {
  const server = createServer({ ...own, allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    onTestFinished(() => {
      socket.destroy()
    })
    connected(socket)
  })
  onTestFinished(() => {
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, ca: own?.cert }
}

/** More than the buffers of both machines have room for. */
const large = ['x'.repeat(20_000_000)]

test.runIf(own)('a receiver that does not read, or does not end the connection, is too slow', async () => {
  const silent = await receiving((socket) => socket.pause())
  await expect(sendSyslog(silent, large, 200)).rejects.toThrow(`127.0.0.1:${silent.port} was too slow: 0.2 seconds`)
  const open = await receiving((socket) => socket.resume())
  await expect(sendSyslog(open, ['a'], 200)).rejects.toThrow('was too slow')
})

test.runIf(own)('a receiver that breaks the connection off does not have the messages', async () => {
  const early = await receiving((socket) => socket.destroy())
  await expect(sendSyslog(early, large)).rejects.toThrow()
})

test.runIf(own)('messages are counted in octets', async () => {
  let read = ''
  const receiver = await receiving((socket) => {
    socket.setEncoding('utf8').on('data', (text: string) => {
      read += text
    })
    socket.on('end', () => socket.end())
  })
  await sendSyslog(receiver, ['größer', 'b'])
  expect(read).toBe('8 größer1 b')
})
