// Sends users mails about change requests, outside of any request.
import { unsubscribe } from '@quatrain/contract/accounts/mail-preferences.ts'
import { requestEventWords } from '@quatrain/contract/change-requests/request-words.ts'
import { pauseAfter, runInRounds, triedFor } from '@quatrain/platform/rounds.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Mail, type Mailing, MailRefused, type MailWords } from '#clients/mail/mailer.ts'
import { visibleRequests } from '#features/change-requests/change-requests.reads.ts'
import { type Kinds, visibleKinds } from '#kit/kinds/kinds.ts'
import type { Context } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { findActiveUser } from '#request/sessions/logged-in-user.ts'
import type { Tenancy, Tenant } from '#request/tenancy/tenancy.ts'
import {
  type LeasedMail,
  leaseMail,
  type MailEvent,
  otherWords,
  releaseMail,
  removeMail,
} from './request-mails.repository.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

export interface SendMailOptions {
  readonly tenancy: Tenancy
  readonly mailing: Mailing
  readonly kinds: Kinds
  readonly secrets: Secrets
  /** Whether browsers reach the console by HTTPS. */
  readonly tls: boolean
  readonly now: () => Date
  readonly contextOf: (tenant: Tenant) => Context
  readonly log: FastifyBaseLogger
  readonly isEnding?: () => boolean
}

/** Sends every mail that is due: one for each user. Returns their number. Without a mail server, it forgets what waits. */
export async function sendRequestMails(options: SendMailOptions): Promise<number> {
  const { tenancy, now, isEnding = () => false } = options
  let count = 0
  while (!isEnding()) {
    const leased = await leaseMail(tenancy.everyTenant, now())
    if (!leased) break
    await send(options, leased)
    count += 1
  }
  return count
}

async function send(options: SendMailOptions, leased: LeasedMail): Promise<void> {
  const { tenancy, mailing, kinds, secrets, tls, now, log } = options
  const events = await visibleTo(options, leased)
  const site = `${tls ? 'https' : 'http'}://${leased.domain}`
  try {
    if (events.length > 0)
      await mailing.mailer?.send(
        mailOf(leased, events, { site, words: mailing.words, token: unsubscribeToken(secrets, leased), kinds }),
      )
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    const isOver = error.isFinal || now().getTime() - new Date(leased.since).getTime() >= triedFor
    const details = { tenant: leased.tenant, username: leased.username, err: error }
    if (!isOver) {
      log.warn(details, 'mail about change requests not sent')
      return void (await releaseMail(
        tenancy.everyTenant,
        leased,
        new Date(now().getTime() + pauseAfter(leased.attempts, 30_000)),
      ))
    }
    log.error(details, 'mail about change requests given up')
  }
  await removeMail(tenancy.everyTenant, leased)
}

/** What the user may see as things are now. */
async function visibleTo({ tenancy, kinds, contextOf }: SendMailOptions, { tenantId, username, events }: LeasedMail) {
  const tenant = await tenancy.tenantWhere(({ id }) => id === tenantId)
  if (!tenant) return []
  const ctx = contextOf(tenant)
  const user = await findActiveUser(ctx.db, username)
  if (!user) return []
  const reader = { ...ctx, caller: { ...ctx.caller, user } }
  const visible = visibleKinds(kinds, reader)
  const requests = await visibleRequests(
    reader,
    kinds,
    events.flatMap(({ kind, id }) => (kind === 'changerequest' ? [id] : [])),
  )
  return events.filter(
    ({ kind, id }) => kind === 'finding' || (kind === 'changerequest' ? requests.has(id) : visible.includes(kind)),
  )
}

interface Frame {
  readonly site: string
  readonly words: MailWords
  readonly token: string
  readonly kinds: Kinds
}

function mailOf(leased: LeasedMail, events: readonly MailEvent[], { site, words, token, kinds }: Frame): Mail {
  const [first] = events
  const subject = events.length === 1 && first ? sentenceOf(first, kinds) : `${events.length} notifications`
  const paragraphs = events.map((event) => {
    const { kind, id, name, remark } = event
    const page =
      kind === 'changerequest'
        ? `changerequests/${id}`
        : kind === 'finding'
          ? `findings?${new URLSearchParams({ group: name })}`
          : `changes?${new URLSearchParams({ name })}`
    const remarkLines = remark === '' ? [] : [`    ${oneLine(remark)}`]
    return [`${sentenceOf(event, kinds)}${remark === '' ? '.' : ':'}`, ...remarkLines, `    ${site}/ui/${page}`].join(
      '\n',
    )
  })
  const why = `You choose which of these mails you get in your profile: ${site}/ui/profile`
  return {
    to: leased.email,
    subject: `${words.subject} ${subject}`.trim(),
    text: `${[`Hello ${leased.username},`, ...paragraphs, why, words.signature].join('\n\n')}\n`,
    id: `change-requests.${leased.tenantId}.${leased.userId}.${leased.ids.join('.')}`.slice(0, 200),
    // Its links are those of the recipient.
    isConfidential: true,
    unsubscribe: `${site}${unsubscribe.path.replace(':token', token)}`,
  }
}

/** Who has done what, without a full stop. */
function sentenceOf({ actor, action, kind, id, name }: MailEvent, kinds: Kinds): string {
  const label = kinds.get(kind)?.resource.label.one ?? kind
  const object =
    kind === 'finding'
      ? `objects ${name === '' ? 'without a group' : `of the group ${oneLine(name)}`}`
      : `${kind === 'changerequest' ? `change request ${id}` : `the ${label}`} (${oneLine(name)})`
  const words = { ...requestEventWords, ...otherWords }[action]
  return `${actor === '' ? 'The server' : oneLine(actor)} ${words.replace(/\bit\b/, () => object)}`
}

/** Users choose this text: it must not look like more than one line. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Seconds between two rounds. */
const every = 5

/** While the server listens: sends mails about change requests. */
export const runRequestMails = (app: FastifyInstance, options: Omit<SendMailOptions, 'log' | 'isEnding'>): void =>
  runInRounds(app, {
    name: 'mails about change requests',
    afterFailure: every,
    async round(isEnding) {
      await sendRequestMails({ ...options, log: app.log, isEnding })
      return every
    },
  })
