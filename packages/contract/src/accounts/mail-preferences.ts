// Which mails users get: about change requests, objects that they watch, and findings.
import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineAction, defineEndpoint, defineRead, kilobyte } from '../kit/endpoint.ts'
import { labelName } from '../kit/fields.ts'

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
  /** What others do to objects that the user watches. */
  watched: frequency,
  /** That objects of the user's groups, of superusers any objects, have more errors or warnings than before. */
  findings: frequency,
})

export type MailPreferences = z.output<typeof preferences>

/** Those of users who have chosen nothing. */
export const usualMailPreferences: MailPreferences = {
  reviews: 'at once',
  failures: 'at once',
  news: 'never',
  watched: 'at once',
  findings: 'never',
}

/** Those of users who want none. */
export const noMails: MailPreferences = {
  reviews: 'never',
  failures: 'never',
  news: 'never',
  watched: 'never',
  findings: 'never',
}

const shared = { deployments: everywhere, caller: 'user' } as const
const own = { ...shared, path: `${internalApi}/mailpreferences` } as const

export const readMailPreferences = defineRead({
  ...own,
  summary: 'Which mails the user gets',
  answer: z.object(preferences.shape),
})

export const changeMailPreferences = defineEndpoint({
  ...own,
  method: 'PUT',
  precondition: 'none',
  summary: 'Choose which mails the user gets',
  bodyLimit: 4 * kilobyte,
  body: preferences,
  answer: z.object(preferences.shape),
})

const watchedObject = z.object({
  kind: labelName(64),
  /** As in addresses. */
  name: labelName(512),
})

export type WatchedObject = z.output<typeof watchedObject>

const watchedObjects = { ...shared, path: `${internalApi}/watchedobjects` } as const

export const readWatchedObjects = defineRead({
  ...watchedObjects,
  summary: 'The objects that the user watches, by kind and name',
  answer: z.array(watchedObject),
})

export const watchObject = defineAction({
  ...watchedObjects,
  precondition: 'none',
  summary: 'Begin or cease to watch an object of the tenant: the user gets mails about what others do to it',
  bodyLimit: 4 * kilobyte,
  body: z.strictObject({ ...watchedObject.shape, watched: z.boolean() }),
  answer: z.array(watchedObject),
})

/** The address in the headers of mails, for one click in a mail program (RFC 8058), which posts a form. */
export const unsubscribe = defineAction({
  deployments: everywhere,
  caller: 'anyone',
  csrf: 'cross-site',
  precondition: 'none',
  path: `${internalApi}/unsubscribe/:token`,
  summary: 'Send the user of this signed link no more mails of this kind',
  params: z.object({ token: z.string().max(128) }),
  bodyLimit: 4 * kilobyte,
  body: z.looseObject({}),
  answer: z.object({ detail: z.string() }),
})
