import { databaseOn } from '#database/database.ts'

/** For what a server knows without a database: its declarations. */
export const noDatabase = databaseOn({
  kind: 'postgresql',
  acquire: () => Promise.reject(new Error('There is no database.')),
  release: () => {},
  sessions: () => ({ open: 0, idle: 0, waiting: 0 }),
  keep: async () => false,
  close: async () => {},
})
