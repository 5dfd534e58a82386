// Which mails about change requests users get.
import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineAction, defineEndpoint, defineRead, kilobyte } from '../kit/endpoint.ts'

/** A daily mail tells everything of a day. */
export const mailFrequencies = ['at once', 'daily', 'never'] as const

const frequency = z.enum(mailFrequencies)

const preferences = z.strictObject({
  /** What waits for the user: requests to review or to confirm; and what superusers have saved past the rule. */
  reviews: frequency,
  /** Own requests that could not be applied, or not be taken back. */
  failures: frequency,
  /** What else happens to own requests. */
  news: frequency,
})

export type MailPreferences = z.output<typeof preferences>

/** Those of users who have chosen nothing. */
export const usualMailPreferences: MailPreferences = { reviews: 'at once', failures: 'at once', news: 'never' }

const own = { deployments: everywhere, caller: 'user', path: `${internalApi}/mailpreferences` } as const

export const readMailPreferences = defineRead({
  ...own,
  summary: 'Which mails about change requests the user gets',
  answer: z.object(preferences.shape),
})

export const changeMailPreferences = defineEndpoint({
  ...own,
  method: 'PUT',
  precondition: 'none',
  summary: 'Choose which mails about change requests the user gets',
  bodyLimit: 4 * kilobyte,
  body: preferences,
  answer: z.object(preferences.shape),
})

/** The address in the headers of mails, for one click in a mail program (RFC 8058), which posts a form. */
export const unsubscribe = defineAction({
  deployments: everywhere,
  caller: 'anyone',
  csrf: 'cross-site',
  precondition: 'none',
  path: `${internalApi}/unsubscribe/:token`,
  summary: 'Send the user of this signed link no more mails about change requests',
  params: z.object({ token: z.string().max(128) }),
  bodyLimit: 4 * kilobyte,
  body: z.looseObject({}),
  answer: z.object({ detail: z.string() }),
})
