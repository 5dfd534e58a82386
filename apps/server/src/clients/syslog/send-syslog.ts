import { connect } from 'node:tls'

/** A server that takes syslog messages over TLS (RFC 5425). */
export interface SyslogReceiver {
  readonly host: string
  readonly port: number
  /** PEM. Without it, the authorities that Node.js trusts. */
  readonly ca?: string | undefined
  /** The certificate and key of this client, as PEM, if the receiver asks for one. */
  readonly cert?: string | undefined
  readonly key?: string | undefined
}

/** Shorter than a server may take to end, and than a receiver is held. */
const usualTimeoutMs = 5_000

/**
 * Sends messages through a connection of their own, ends it, and waits until the receiver has ended it too: syslog has no
 * acknowledgement, but a receiver that dies before it has read everything resets the connection. Rejects with the reason if the
 * receiver cannot be reached, is not trusted, is too slow or breaks off; it may then have some of the messages.
 */
export function sendSyslog(
  receiver: SyslogReceiver,
  messages: readonly string[],
  timeoutMs = usualTimeoutMs,
): Promise<void> {
  const { host, port } = receiver
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    let isWritten = false
    const socket = connect({ ...receiver, minVersion: 'TLSv1.2' })
    const tooSlow = () =>
      socket.destroy(new Error(`${host}:${port} was too slow: ${timeoutMs / 1000} seconds have passed`))
    const timer = setTimeout(tooSlow, timeoutMs)
    socket.once('secureConnect', () => {
      socket.end(messages.map(withLength).join(''), () => {
        isWritten = true
      })
    })
    socket.once('error', (error) => {
      failure = error
    })
    socket.once('close', () => {
      clearTimeout(timer)
      if (isWritten && !failure) resolve()
      else reject(failure ?? new Error(`${host}:${port} closed the connection before it had all messages`))
    })
    socket.resume()
  })
}

/** Octet counting (RFC 5425, 4.3). */
const withLength = (message: string) => `${Buffer.byteLength(message)} ${message}`
