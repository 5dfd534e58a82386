import pg from 'pg'
import { reachesServer } from './postgresql-session.ts'

/** A session outside of the pool, which closes idle ones. It is opened, where `configNow` says, when it is first used. */
export function dedicatedSession(configNow: () => pg.ClientConfig) {
  let opened: pg.Client | undefined
  async function open(): Promise<pg.Client> {
    const client = new pg.Client(configNow())
    // The listener is needed: without one a lost session would end the process; the next use opens another.
    client.on('error', () => {
      if (opened === client) opened = undefined
    })
    await client.connect()
    return client
  }
  return {
    /** Runs a statement in it. Returns whether the session is dedicated, which a connection pooler's session is not. */
    async run(statement: string): Promise<boolean> {
      const client = opened ?? (await open())
      opened = client
      try {
        if (!(await reachesServer(client))) return false
        await client.query(statement)
        return true
      } catch (error) {
        opened = undefined
        await client.end().catch(() => {})
        throw error
      }
    },
    async end() {
      const client = opened
      opened = undefined
      await client?.end().catch(() => {})
    },
  }
}
