import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { type TestDatabases, watchedDatabase } from '@quatrain/platform/testing/databases.ts'

/**
 * What is lost of a commit: the commit itself or its response; and whether the connection is closed or stays silent.
 */
export interface Loss {
  readonly what: 'commit' | 'answer'
  readonly how: 'cut' | 'silence'
}

/** A proxy between the console and PostgreSQL. */
export interface Line {
  /** Loses the `number`th commit from now. */
  lose(loss: Loss, number: number): void
  /** Closes all connections, and accepts no more. */
  close(): void
}

/** The same databases behind a TCP proxy; `lines` are the proxies of the opened databases, in order. */
export function behindLines(databases: TestDatabases): TestDatabases & { readonly lines: Line[] } {
  const lines: Line[] = []
  return {
    name: databases.name,
    lines,
    async open(prepare) {
      const real = await databases.open(prepare)
      if (!real.url) throw new Error('There is no line to an embedded database.')
      const line = await startLine(real.url)
      lines.push(line)
      const through = watchedDatabase(openPostgreSql(line.url, { sessions: 10, lock: 1_000, answer: 1_500 }))
      return {
        ...through,
        url: real.url,
        async close() {
          await through.close()
          line.close()
          await real.close()
        },
      }
    },
  }
}

const commit = Buffer.from('commit\0')

async function startLine(target: string): Promise<Line & { readonly url: string }> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let armed: { readonly loss: Loss; left: number } | undefined
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let losing: Loss | undefined
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    client.on('data', (data: Buffer) => {
      if (armed && data.includes(commit)) {
        armed.left -= 1
        if (armed.left === 0) {
          losing = armed.loss
          armed = undefined
        }
      }
      if (losing?.what !== 'commit') upstream.write(data)
      else if (losing.how === 'cut') cut()
    })
    upstream.on('data', (data) => {
      if (!losing) client.write(data)
      else if (losing.how === 'cut') cut()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    lose: (loss, number) => {
      armed = { loss, left: number }
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
