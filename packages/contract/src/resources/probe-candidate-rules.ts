import { fieldLabel } from '../kit/field-labels.ts'
import { isWebAddress } from '../kit/web-address.ts'
import type { ProbeCandidateInput } from './probe-candidate.ts'

type Values = Omit<ProbeCandidateInput, 'id' | 'contact'>

/** A rule that a candidate violates, in two wordings. */
export interface CandidateProblem {
  readonly field: keyof Values
  /** Shown next to the field on the screen. */
  readonly message: string
  /** The message in the API's response, where no field is next to it. */
  readonly detail: string
}

const alwaysRequired = {
  name: 'Name',
  description: 'Description',
  docurl: 'Docurl',
  command: 'Command',
  status: 'Status',
} as const

type Needed = readonly [field: keyof Values, inSentence: string, onScreen: string]

/** What each status requires besides the service type, which all but the first status require. */
const neededFor: ReadonlyMap<string, Needed> = new Map([
  ['testing', ['devel_url', 'Devel URL', 'Devel UI URL']],
  ['deployed', ['production_url', 'Production URL', 'Production UI URL']],
  ['rejected', ['rejection_reason', 'Rejection reason', 'Rejection reason']],
])
const serviceType: Needed = ['service_type', 'Service type', 'Service type']

/** The addresses that administrators enter, and those of submitters, which may be on their own machines. */
const addresses = { devel_url: false, production_url: false, docurl: true, yum_baseurl: true, script: true } as const

/**
 * All violations of a candidate, the most important first (specification part 2, section 5), for both browser and
 * server.
 */
export function candidateProblems(values: Values): CandidateProblem[] {
  const isBlank = (field: keyof Values) => values[field].trim() === ''
  const alwaysMissing = entriesOf(alwaysRequired)
    .filter(([field]) => isBlank(field))
    .map(([field, word]) => ({ field, message: `${word} is mandatory`, detail: `${word} is mandatory` }))
  const statusRequirement = neededFor.get(values.status)
  const forStatus = [
    ...(statusRequirement ? [statusRequirement] : []),
    ...(values.status === 'submitted' ? [] : [serviceType]),
  ]
    .filter(([field]) => !isBlank('status') && isBlank(field))
    .map(([field, word, onScreen]) => ({
      field,
      message: `${onScreen} is required`,
      detail: `${word} is mandatory when probe status is '${values.status}'`,
    }))
  const wrong = entriesOf(addresses)
    .filter(([field, localhost]) => !isBlank(field) && !isWebAddress(values[field], { localhost }))
    .map(([field]) => ({ field, message: 'Invalid URL', detail: `${fieldLabel(field)}: Invalid URL.` }))
  return [...alwaysMissing, ...forStatus, ...wrong]
}

const entriesOf = <Key extends string, Value>(object: Readonly<Record<Key, Value>>) =>
  Object.entries(object) as [Key, Value][]
