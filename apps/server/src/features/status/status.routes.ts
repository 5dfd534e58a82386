import { readStatus } from '@quatrain/contract/status.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import type { FastifyInstance } from 'fastify'
import type { MailServer } from '#gateways/mail/mailer.ts'
import { serve } from '#kit/http/serve.ts'
import type { Tenancy } from '#request/tenancy.ts'
import { summarizeComparisons } from './comparisons.repository.ts'
import { checkBackup, checkClock, checkContents, checkDatabase } from './database-checks.reads.ts'
import { error, type Finding, messageOf } from './finding.ts'
import { checkMail } from './mail-check.ts'
import { findProcesses } from './processes.repository.ts'
import { checkRollOuts } from './roll-out-check.ts'
import { checkStandby } from './standby-check.reads.ts'
import { checkAddress } from './web-api-checks.ts'

interface Options {
  readonly database: Database
  readonly standby: Database | undefined
  readonly tenancy: Tenancy
  now(): Date
  readonly webApi: { readonly url: string; readonly timeout: number }
  readonly mailServer: MailServer | undefined
  readonly compareHours: number
}

/**
 * Registers the status of the installation, for the superusers of the super-tenant. What concerns all tenants is read across them. The command
 * `doctor` checks more: settings, and the secrets and keys of every tenant.
 */
export async function statusRoutes(app: FastifyInstance, options: Options) {
  const { database, standby, tenancy, now, webApi, mailServer, compareHours } = options
  const { everyTenant } = tenancy
  const checks: readonly (readonly [subject: string, check: () => Promise<Finding[]>])[] = [
    ['Database', () => checkDatabase(database)],
    ...(standby ? [['Standby', () => checkStandby(database, standby)] as const] : []),
    ['Clock', () => checkClock(database)],
    ['Contents', () => checkContents(everyTenant, now())],
    ['Roll-outs', () => checkRollOuts(everyTenant, now())],
    ['Backup', () => checkBackup(database, now())],
    ['Mail', () => checkMail(mailServer)],
    ['Web API', () => checkAddress(webApi)],
  ]
  serve(app, readStatus, async () => {
    const [found, processes, comparisons] = await Promise.all([
      Promise.all(checks.map(([subject, check]) => run(subject, check))),
      findProcesses(everyTenant),
      summarizeComparisons(everyTenant),
    ])
    return {
      checked_at: now().toISOString(),
      checks: found.flat(),
      processes,
      comparisons: { every_hours: compareHours, ...comparisons },
    }
  })
}

async function run(subject: string, check: () => Promise<Finding[]>) {
  const findings = await check().catch((thrown: unknown) => [error(messageOf(thrown))])
  return findings.map((finding) => ({ subject, ...finding }))
}
