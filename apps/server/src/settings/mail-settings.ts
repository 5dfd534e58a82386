import { SettingError } from '@quatrain/platform/settings.ts'
import { z } from 'zod'
import type { MailServer } from '#clients/mail/mailer.ts'

/** Recipients and texts of mails. */
export interface MailSettings {
  /** Undefined if no mails are sent. */
  readonly server: MailServer | undefined
  readonly words: { readonly subject: string; readonly signature: string }
  /** The documentation of the requirements for probes, for submitters. */
  readonly guidelines: string
}

const oneLine = () => z.string().regex(/^[^\r\n]*$/, 'must be one line')

export const mailVariables = {
  QUATRAIN_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be the address of a mail server such as smtp://mail.example.org:587' })
    .optional(),
  QUATRAIN_MAIL_FROM: oneLine().regex(/@/, 'must be a sender such as Quatrain <quatrain@example.org>').optional(),
  QUATRAIN_MAIL_TEAM: z.email('must be an e-mail address').optional(),
  QUATRAIN_MAIL_SUBJECT: oneLine().default('[Quatrain]'),
  QUATRAIN_MAIL_SIGNATURE: z.string().default('The monitoring team'),
  QUATRAIN_PROBE_GUIDELINES_URL: z
    .url('must be an address')
    .default('https://argoeu.github.io/argo-monitoring/docs/monitoring/guidelines'),
}

const variables = z.object(mailVariables)

/** The mail settings of the variables. Throws `SettingError` for a mail server without a sender. */
export function mailOf(settings: z.output<typeof variables>): MailSettings {
  const { QUATRAIN_SMTP_URL: url, QUATRAIN_MAIL_FROM: from, QUATRAIN_MAIL_TEAM: team } = settings
  if (url !== undefined && from === undefined) {
    throw new SettingError(
      'QUATRAIN_MAIL_FROM: is missing: the sender of the mails that are sent through QUATRAIN_SMTP_URL',
    )
  }
  return {
    server: url === undefined || from === undefined ? undefined : { url, from, team },
    words: { subject: settings.QUATRAIN_MAIL_SUBJECT, signature: settings.QUATRAIN_MAIL_SIGNATURE },
    guidelines: settings.QUATRAIN_PROBE_GUIDELINES_URL,
  }
}

/** The default settings: no mails. */
export const noMail: MailSettings = mailOf(variables.parse({}))
