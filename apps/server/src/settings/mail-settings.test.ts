import { readSettings } from '@quatrain/platform/settings.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { mailOf, mailVariables } from './mail-settings.ts'

const read = (environment: Readonly<Record<string, string>>) =>
  mailOf(readSettings(z.object(mailVariables), environment))

const server = { QUATRAIN_SMTP_URL: 'smtps://user:secret@mail.example.org', QUATRAIN_MAIL_FROM: 'Q <q@example.org>' }

test('without a mail server there are default texts and no mails', () => {
  expect(read({})).toEqual({
    server: undefined,
    words: { subject: '[Quatrain]', signature: 'The monitoring team' },
    guidelines: 'https://argoeu.github.io/argo-monitoring/docs/monitoring/guidelines',
  })
})

test('a mail server needs a sender; a blind copy is sent to the team if it is set', () => {
  const [url, from] = [server.QUATRAIN_SMTP_URL, server.QUATRAIN_MAIL_FROM]
  expect(read(server).server).toEqual({ url, from, team: undefined })
  expect(read({ ...server, QUATRAIN_MAIL_TEAM: 'team@example.org' }).server?.team).toBe('team@example.org')
  expect(() => read({ QUATRAIN_SMTP_URL: url })).toThrow('QUATRAIN_MAIL_FROM: is missing')
})

test.each([
  ['QUATRAIN_SMTP_URL', 'mail.example.org'],
  ['QUATRAIN_SMTP_URL', 'https://mail.example.org'],
  ['QUATRAIN_MAIL_FROM', 'nobody'],
  ['QUATRAIN_MAIL_FROM', 'a@example.org\nBcc: b@example.org'],
  ['QUATRAIN_MAIL_TEAM', 'a@example.org, b@example.org'],
  ['QUATRAIN_MAIL_SUBJECT', 'two\nlines'],
  ['QUATRAIN_PROBE_GUIDELINES_URL', 'guidelines'],
])('%s cannot be %j', (name, value) => expect(() => read({ ...server, [name]: value })).toThrow(`${name}: must be`))
