import { type Attributes, storable } from '../attributes.ts'
import type { NameId } from './messages.ts'
import { attributeOf, childrenOf, isElement, SamlError, textOf } from './xml.ts'

/** What an identity provider says about a person who has logged in. */
export interface SamlAssertion {
  readonly id: string
  readonly expiresAt: Date
  readonly issuer: string
  readonly nameId: NameId
  /** How the provider calls its session, if it does. */
  readonly sessionIndex: string | undefined
  /** When the person proved at the provider who they are. A session of the provider can be older than this login. */
  readonly provedAt: Date
  readonly attributes: Attributes
}

/** What an assertion has to say in order to be accepted. */
export interface ExpectedAssertion {
  readonly issuer: string
  readonly audience: string
  readonly recipient: string
  readonly requestId: string
  readonly now: Date
}

/** Milliseconds by which the clock of the provider may differ. */
export const toleranceMs = 60_000

/** Reads an assertion whose signature was verified, and checks all of its conditions. Throws `SamlError`. */
export function readAssertion(assertion: Element, expected: ExpectedAssertion): SamlAssertion {
  if (!isElement(assertion, 'assertion', 'Assertion') || attributeOf(assertion, 'Version') !== '2.0') {
    throw new SamlError('The response has no assertion of SAML 2.0.')
  }
  const issuer = textOf(only(assertion, 'Issuer'))
  if (issuer !== expected.issuer) throw new SamlError(`The assertion is of ${issuer.slice(0, 200)}.`)
  const subject = only(assertion, 'Subject')
  const expiresAt = confirmedUntil(subject, expected)
  assertConditions(only(assertion, 'Conditions'), expected)
  const [statement] = childrenOf(assertion, 'assertion', 'AuthnStatement')
  if (!statement) throw new SamlError('The assertion does not say that the person has logged in.')
  const name = only(subject, 'NameID')
  const id = attributeOf(assertion, 'ID')
  if (id === undefined) throw new SamlError('The assertion has no ID.')
  return {
    id,
    expiresAt,
    issuer,
    nameId: {
      value: storable(textOf(name)),
      format: attributeOf(name, 'Format'),
      nameQualifier: attributeOf(name, 'NameQualifier'),
      spNameQualifier: attributeOf(name, 'SPNameQualifier'),
    },
    sessionIndex: attributeOf(statement, 'SessionIndex'),
    provedAt: timeOf(attributeOf(statement, 'AuthnInstant') ?? ''),
    attributes: attributesOf(assertion),
  }
}

function only(parent: Element, name: string): Element {
  const [child, ...otherChildren] = childrenOf(parent, 'assertion', name)
  if (!child || otherChildren.length > 0) throw new SamlError(`The ${parent.localName} must have one ${name}.`)
  return child
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** One confirmation has to be for this request. Returns the time until which it is accepted. */
function confirmedUntil(subject: Element, expected: ExpectedAssertion): Date {
  const results = childrenOf(subject, 'assertion', 'SubjectConfirmation')
    .filter((confirmation) => attributeOf(confirmation, 'Method') === bearer)
    .flatMap((confirmation) => childrenOf(confirmation, 'assertion', 'SubjectConfirmationData'))
    .map((data) => confirmation(data, expected))
  const accepted = results.find((result) => result instanceof Date)
  if (accepted instanceof Date) return accepted
  throw results[0] ?? new SamlError('The assertion cannot be used by the browser that presents it.')
}

function confirmation(data: Element, { recipient, requestId, now }: ExpectedAssertion): Date | SamlError {
  const recipientUrl = attributeOf(data, 'Recipient')
  if (recipientUrl !== recipient)
    return new SamlError(`The assertion is for the recipient ${recipientUrl?.slice(0, 200)}.`)
  if (attributeOf(data, 'InResponseTo') !== requestId) {
    return new SamlError('The assertion does not respond to the request of this login.')
  }
  const until = attributeOf(data, 'NotOnOrAfter')
  if (until === undefined) return new SamlError('The assertion does not say until when it can be used.')
  return timeProblem(data, now) ?? new Date(timeOf(until).getTime() + toleranceMs)
}

function assertConditions(conditions: Element, { audience, now }: ExpectedAssertion): void {
  const problem = timeProblem(conditions, now)
  if (problem) throw problem
  const restrictions = childrenOf(conditions, 'assertion', 'AudienceRestriction').map((restriction) =>
    childrenOf(restriction, 'assertion', 'Audience').map(textOf),
  )
  if (restrictions.length > 0 && restrictions.every((audiences) => audiences.includes(audience))) return
  throw new SamlError(`The assertion is for the audience ${restrictions.flat().join(', ').slice(0, 200)}.`)
}

function timeProblem(element: Element, now: Date): SamlError | undefined {
  const [from, until] = [attributeOf(element, 'NotBefore'), attributeOf(element, 'NotOnOrAfter')]
  const late = `, but it is ${now.toISOString()}.`
  if (from !== undefined && timeOf(from).getTime() > now.getTime() + toleranceMs) {
    return new SamlError(`The assertion is valid from ${from}${late}`)
  }
  if (until !== undefined && timeOf(until).getTime() <= now.getTime() - toleranceMs) {
    return new SamlError(`The assertion was valid until ${until}${late}`)
  }
  return undefined
}

/** A time in UTC, as SAML requires. Throws `SamlError`. */
export function timeOf(text: string): Date {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new SamlError(`${text.slice(0, 50)} is not a time in UTC.`)
  return new Date(time)
}

function attributesOf(assertion: Element): Attributes {
  const attributes = new Map<string, string[]>()
  const statements = childrenOf(assertion, 'assertion', 'AttributeStatement')
  for (const attribute of statements.flatMap((each) => childrenOf(each, 'assertion', 'Attribute'))) {
    const name = storable(attributeOf(attribute, 'Name') ?? '')
    const values = childrenOf(attribute, 'assertion', 'AttributeValue').map((value) => storable(textOf(value)))
    attributes.set(name, [...(attributes.get(name) ?? []), ...values])
  }
  return attributes
}
