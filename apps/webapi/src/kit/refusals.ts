import { STATUS_CODES } from 'node:http'
import { sentenceForTooLarge } from '@quatrain/platform/http/errors.ts'

interface Form {
  readonly title?: string
  readonly problemTitle?: string
  readonly flat?: Flat
}

/** Whether the sentence is repeated outside of the envelope, or stands there without one. */
type Flat = 'also' | 'only'

/** A problem: a sentence and its additional fields. */
export interface Problem {
  readonly title: string
  readonly details: string
}

/** The only error that is thrown on purpose: a status, its title, and one sentence for each problem. */
export class Refusal extends Error {
  readonly status: number
  readonly title: string
  readonly problems: readonly Problem[]
  readonly flat: Flat | undefined

  /** A problem without a title has the common title, by default that of the refusal. */
  constructor(status: number, problems: readonly (string | Problem)[], form: Form = {}) {
    const title = form.title ?? STATUS_CODES[status] ?? 'Error'
    const titled = problems.map((problem) =>
      typeof problem === 'string' ? { title: form.problemTitle ?? title, details: problem } : problem,
    )
    super(titled[0]?.details)
    this.status = status
    this.problems = titled
    this.title = title
    this.flat = form.flat
  }
}

export const badRequest = (problem: string) => new Refusal(400, [problem])

export const malformedJson = () => badRequest('Request Body contains malformed JSON, thus rendering the Request Bad')

export const unauthorized = () =>
  new Refusal(401, ["You need to provide a correct authentication token using the header 'x-api-key'"])

export const forbidden = () =>
  new Refusal(403, ['This key may read but not write'], { title: 'Access to the resource is Forbidden' })

export const itemNotFound = () => new Refusal(404, ['item with the specific ID was not found on the server'])

export const nothingFound = () => new Refusal(404, ['Specific query returned no items'])

/** The refusal 404 without the envelope, outside of which some clients look for the sentence. */
export const flatNotFound = (problem: string) => new Refusal(404, [problem], { flat: 'also' })

export const noReportNamed = (name: string) => flatNotFound(`No report with name: ${name} exists!`)

/** A tenant cannot find out which other tenants exist: unknown names and names that are not permitted are refused alike. */
export const tenantNotFound = (name: string) =>
  new Refusal(404, [`Tenant ${name} not found among those that an operator permitted for this data feed`])

export const addressNotFound = () => new Refusal(404, ['There is nothing at this address'])

export const methodNotAllowed = (method: string) => new Refusal(405, [`${method} is not possible at this address`])

export const notAcceptable = () =>
  new Refusal(
    406,
    ["Accept header provided did not contain any valid content types. Acceptable content type is 'application/json'"],
    { title: 'Not Acceptable Content Type' },
  )

export const conflict = (problem: string) => new Refusal(409, [problem])

/** Connectors print the sentence outside of the envelope, and only the title if there is an envelope. */
export const topologyTaken = (problem: string) => new Refusal(409, [problem], { flat: 'only' })

export const tooLarge = (bodyLimit: number) => new Refusal(413, [sentenceForTooLarge(bodyLimit)])

/** A refusal whose title is its sentence: connectors read only the title. */
const titled = (status: number, sentence: string) => new Refusal(status, [sentence], { title: sentence })

export const downtimesTaken = (day: string) =>
  titled(409, `Downtimes already exists for date: ${day}, please either update it or delete it first!`)

export const downtimesNotFound = (day: string) => titled(404, `Downtimes dataset not found for date: ${day}`)

const brokenRule = 'Validation Failed'

/** The content violates rules; all violations are reported. */
export const invalidContent = (problems: readonly string[]) =>
  new Refusal(422, problems, { title: 'Validation Error', problemTitle: brokenRule })

/** Throws `invalidContent` if there are violations. */
export function assertNone(problems: readonly string[]): void {
  if (problems.length > 0) throw invalidContent(problems)
}

/** The content refers to missing objects, or violates rules of several kinds, each with its own title. */
export const unprocessable = (problems: readonly (string | Problem)[]) => new Refusal(422, problems)

export const brokenRules = (problems: readonly string[]): Problem[] =>
  problems.map((details) => ({ title: brokenRule, details }))
