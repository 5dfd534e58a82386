import { runInRounds } from '@quatrain/platform/rounds.ts'
import type { FastifyInstance } from 'fastify'
import { type RunJobsOptions, runJobs } from './run-jobs.ts'

/** While the server listens: runs the jobs of roll-outs that are due, at intervals of `every` seconds. */
export const runRollOuts = (
  app: FastifyInstance,
  { every, ...options }: Omit<RunJobsOptions, 'log' | 'isEnding'> & { readonly every: number },
): void =>
  runInRounds(app, {
    name: 'roll-outs',
    afterFailure: every,
    async round(isEnding) {
      await runJobs({ ...options, log: app.log, isEnding })
      return every
    },
  })
