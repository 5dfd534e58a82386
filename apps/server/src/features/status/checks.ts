import type { Database } from '@quatrain/platform/database/database.ts'
import { type MailServer, smtpMailer } from '#clients/mail/mailer.ts'
import { type SyslogReceiver, sendSyslog } from '#clients/syslog/send-syslog.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { checkBackup, checkClock, checkContents, checkDatabase } from './database-checks.reads.ts'
import { error, type Finding, messageOf, ok } from './finding.ts'
import { checkRollOuts } from './roll-out-check.ts'
import { checkStandby } from './standby-check.reads.ts'
import { checkAddress } from './web-api-checks.ts'

export interface Installation {
  readonly database: Database
  readonly standby: Database | undefined
  readonly tenancy: Tenancy
  now(): Date
  /** The timeout is in milliseconds. */
  readonly webApi: { readonly url: string; readonly timeout: number }
  readonly mailServer: MailServer | undefined
}

export interface Check {
  readonly subject: string
  readonly run: () => Finding[] | Promise<Finding[]>
  /** If it finds an error, the checks after it cannot succeed. */
  readonly isRequired?: true
}

export interface Diagnosis extends Finding {
  readonly subject: string
}

/** What is checked of every installation, on the page of its status and by the command `doctor`. Nothing is written. */
export function checksOf({ database, standby, tenancy, now, webApi, mailServer }: Installation): Check[] {
  const { everyTenant } = tenancy
  return [
    { subject: 'Mail', run: () => checkMail(mailServer) },
    { subject: 'Database', run: () => checkDatabase(database), isRequired: true },
    ...(standby ? [{ subject: 'Standby', run: () => checkStandby(database, standby) }] : []),
    { subject: 'Clock', run: () => checkClock(database) },
    { subject: 'Contents', run: () => checkContents(everyTenant, now()) },
    { subject: 'Roll-outs', run: () => checkRollOuts(everyTenant, now()) },
    { subject: 'Backup', run: () => checkBackup(database, now()) },
    { subject: 'Web API', run: () => checkAddress(webApi) },
  ]
}

/** What a check finds; what it throws is an error. */
export async function diagnosesOf({ subject, run }: Check): Promise<Diagnosis[]> {
  const attempt = async () => run()
  const findings = await attempt().catch((thrown: unknown) => [error(messageOf(thrown))])
  return findings.map((finding) => ({ subject, ...finding }))
}

/** Whether the receiver of the activity log accepts connections, and both sides trust each other. Sends nothing. */
export async function checkSyslog(receiver: SyslogReceiver | undefined): Promise<Finding[]> {
  if (!receiver) return [ok('No receiver of syslog is set, so the activity log is not sent.')]
  const address = `${receiver.host}:${receiver.port}`
  try {
    await sendSyslog(receiver, [])
    return [ok(`The receiver of the activity log ${address} accepts connections.`)]
  } catch (thrown) {
    return [error(`The receiver of the activity log ${address} cannot be used: ${messageOf(thrown)}.`)]
  }
}

/** Whether the mail server accepts connections and the login. */
async function checkMail(server: MailServer | undefined): Promise<Finding[]> {
  if (!server) return [ok('No mail server is set, so no mails are sent.')]
  const { host } = new URL(server.url)
  try {
    await smtpMailer(server).verify()
    return [ok(`The mail server ${host} accepts connections.`)]
  } catch (thrown) {
    return [error(`The mail server ${host} cannot be used: ${messageOf(thrown)}.`)]
  }
}
