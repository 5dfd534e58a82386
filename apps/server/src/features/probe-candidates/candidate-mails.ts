import type { CandidateStatus, ProbeCandidate } from '@quatrain/contract/resources/probe-candidate.ts'
import type { Mail, MailWords } from '#clients/mail/mailer.ts'

/** The paragraph of a status, between the greeting and the signature. */
const paragraphs: Readonly<Record<CandidateStatus, (candidate: ProbeCandidate) => readonly string[]>> = {
  submitted: (candidate) => [
    `the probe '${nameOf(candidate)}' was submitted successfully.`,
    'You will get further instructions after it has been inspected.',
  ],
  processing: (candidate) => [
    `the probe '${nameOf(candidate)}' is being set up for testing.`,
    'Add a monitoring extension with the following service type to your service in the provider portal:',
    `    ${oneLine(candidate.service_type)}`,
    'You will hear from us again when the probe is deployed to the development infrastructure.',
  ],
  testing: (candidate) => [
    `the probe '${nameOf(candidate)}' is deployed to the development infrastructure. Its results are shown at`,
    `    ${oneLine(candidate.devel_url)}`,
    'It runs there for at least three days and then moves to production. A last mail will tell you so.',
  ],
  deployed: (candidate) => [
    `the probe '${nameOf(candidate)}' is deployed to production. Its results are shown at`,
    `    ${oneLine(candidate.production_url)}`,
  ],
  rejected: (candidate) => [
    `the probe '${nameOf(candidate)}' was rejected for this reason:`,
    candidate.rejection_reason.trim(),
    'A new version of it is welcome: submit it as you did this one.',
  ],
}

export const subjectOf = (status: CandidateStatus, { subject }: MailWords): string =>
  `${subject} Probe ${status}`.trim()

/** The mail about the status that the candidate has now. */
export function mailAbout(candidate: ProbeCandidate, tenant: string, words: MailWords): Mail {
  const { id, status, contact } = candidate
  const text = ['Dear submitter,', ...paragraphs[status](candidate), words.signature].join('\n\n')
  return {
    to: contact,
    subject: subjectOf(status, words),
    text: `${text}\n`,
    id: `probe-candidate.${tenant.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.${id}.${status}`,
  }
}

const nameOf = ({ name }: ProbeCandidate): string => oneLine(name)

/** Submitters choose this text: it must not look like more than one line. */
const oneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029\v\f\x85]+/g, ' ').trim()
