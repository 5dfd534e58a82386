import { isPrintable } from '@quatrain/contract/kit/fields.ts'
import { isWebAddress } from '@quatrain/contract/kit/web-address.ts'
import { submittedLengths } from '@quatrain/contract/resources/probe-candidate.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { z } from 'zod'

type Field = keyof typeof submittedLengths

/** A submitted probe; missing fields are empty. */
export type Submission = Readonly<Record<Field, string>>

const fields = Object.keys(submittedLengths) as Field[]

/**
 * Reads a submission. Throws `invalid_input` for the first violated rule, in the order and wording that submitters know.
 */
export function submissionOf(body: unknown, guidelines: string): Submission {
  const sentFields = z.record(z.string(), z.unknown()).safeParse(body).data ?? {}
  const isThere = (field: Field) => Object.hasOwn(sentFields, field) && (sentFields[field] ?? '') !== ''
  for (const field of ['name', 'docurl', 'command', 'contact'] as const) {
    assert(isThere(field), `Field '${field}' is mandatory`)
  }
  assert(isThere('rpm') || isThere('script'), "You must provide either 'rpm' or 'script' field")
  const submission = Object.fromEntries(fields.map((field) => [field, textOf(field, sentFields)])) as Submission
  for (const field of fields) assertShort(field, submission[field])
  assertRules(submission, guidelines)
  for (const field of fields) assertStorable(field, submission[field])
  assert(isPrintable(submission.name), "Field 'name' can contain only letters, digits, spaces and punctuation")
  return submission
}

function textOf(field: Field, fields: Readonly<Record<string, unknown>>): string {
  if (!Object.hasOwn(fields, field)) return ''
  const value = fields[field]
  if (typeof value !== 'string') throw refusal(`Field '${field}' must be text`)
  return value
}

function assertRules({ docurl, rpm, yum_baseurl, script, contact, command }: Submission, guidelines: string): void {
  const isUrl = (text: string) => isWebAddress(text, { localhost: true })
  assert(isUrl(docurl), "Field 'docurl' must be defined as valid URL")
  assert(
    rpm === '' || isUrl(rpm) || yum_baseurl !== '',
    "Field 'yum_baseurl' is mandatory with 'rpm' field, unless 'rpm' field is defined as valid URL",
  )
  assert(yum_baseurl === '' || isUrl(yum_baseurl), "Field 'yum_baseurl' must be defined as valid URL")
  assert(script === '' || isUrl(script), "Field 'script' must be defined as valid URL")
  assert(z.email().safeParse(contact).success, "Field 'contact' is not valid email")
  assert(
    command.split(' ').some((word) => word === '-t' || word === '--timeout'),
    "Invalid 'command' field. Command must have -t/--timeout argument. " +
      `Please refer to the probe development guidelines: ${guidelines}`,
  )
}

/** Checked before any other rule. */
function assertShort(field: Field, text: string): void {
  const longest = submittedLengths[field]
  assert(text.length <= longest, `Field '${field}' must be ${longest} characters or fewer`)
}

function assertStorable(field: Field, text: string): void {
  assert(!text.includes('\0') && text.isWellFormed(), `Field '${field}' holds characters that cannot be kept`)
}

function assert(isFine: boolean, detail: string): asserts isFine {
  if (!isFine) throw refusal(detail)
}

const refusal = (detail: string) => new AppError('invalid_input', detail)
