import { expect, test } from 'vitest'
import { candidateProblems } from './probe-candidate-rules.ts'

const fine = {
  name: 'queue-probe',
  description: 'Checks a queue',
  docurl: 'https://docs.example.org/queue',
  rpm: '',
  yum_baseurl: '',
  script: 'http://localhost/queue.py',
  command: 'queue.py -t 30',
  status: 'submitted',
  service_type: '',
  devel_url: '',
  production_url: '',
  rejection_reason: '',
}
const result = (change: Partial<typeof fine>) =>
  candidateProblems({ ...fine, ...change }).map(({ field, message, detail }) => [field, message, detail])

test('a submitted candidate requires the fields that its submitter fills in', () => {
  expect(result({})).toEqual([])
  expect(result({ name: ' ', description: '', docurl: '', command: '', status: '' })).toEqual([
    ['name', 'Name is mandatory', 'Name is mandatory'],
    ['description', 'Description is mandatory', 'Description is mandatory'],
    ['docurl', 'Docurl is mandatory', 'Docurl is mandatory'],
    ['command', 'Command is mandatory', 'Command is mandatory'],
    ['status', 'Status is mandatory', 'Status is mandatory'],
  ])
})

test.each([
  ['processing', undefined],
  ['testing', ['devel_url', 'Devel UI URL is required', "Devel URL is mandatory when probe status is 'testing'"]],
  [
    'deployed',
    ['production_url', 'Production UI URL is required', "Production URL is mandatory when probe status is 'deployed'"],
  ],
  [
    'rejected',
    [
      'rejection_reason',
      'Rejection reason is required',
      "Rejection reason is mandatory when probe status is 'rejected'",
    ],
  ],
])('%s requires a service type and the fields of the status', (status, own) => {
  const type = [
    'service_type',
    'Service type is required',
    `Service type is mandatory when probe status is '${status}'`,
  ]
  expect(result({ status })).toEqual(own ? [own, type] : [type])
  const given = { devel_url: 'https://a.test', production_url: 'https://b.test', rejection_reason: 'No' }
  expect(result({ status, service_type: 'queue', ...given })).toEqual([])
})

test('addresses are validated, also where they are optional', () => {
  const bad = { devel_url: 'http://localhost/x', production_url: 'b', docurl: 'javascript:alert(1)', script: 'c.py' }
  expect(result(bad).map(([field, message]) => [field, message])).toEqual([
    ['devel_url', 'Invalid URL'],
    ['production_url', 'Invalid URL'],
    ['docurl', 'Invalid URL'],
    ['script', 'Invalid URL'],
  ])
})
