import { readStatus } from '@quatrain/contract/console/status.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { checksOf, diagnosesOf, type Installation } from './checks.ts'
import { summarizeComparisons } from './comparisons.repository.ts'
import { findProcesses } from './processes.repository.ts'

interface Options extends Installation {
  readonly compareHours: number
}

/**
 * Registers the status of the installation, for the superusers of the super-tenant. What concerns all tenants is read across them. The command
 * `doctor` checks more: settings, and the secrets and keys of every tenant.
 */
export async function statusRoutes(app: FastifyInstance, options: Options) {
  const { now, compareHours } = options
  const { everyTenant } = options.tenancy
  serve(app, readStatus, async () => {
    const [findings, processes, comparisons] = await Promise.all([
      Promise.all(checksOf(options).map(diagnosesOf)),
      findProcesses(everyTenant),
      summarizeComparisons(everyTenant),
    ])
    return {
      checked_at: now().toISOString(),
      checks: findings.flat(),
      processes,
      comparisons: { every_hours: compareHours, ...comparisons },
    }
  })
}
