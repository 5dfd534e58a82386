import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { candidateProblems } from '@quatrain/contract/resources/probe-candidate-rules.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import { contractRules } from '#kit/form/form-rules.ts'
import type { RecordDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const texts = z.object({
  name: z.string(),
  status: z.string(),
  rejection_reason: z.string(),
  description: z.string(),
  service_type: z.string(),
  devel_url: z.string(),
  production_url: z.string(),
  docurl: z.string(),
  rpm: z.string(),
  yum_baseurl: z.string(),
  script: z.string(),
  command: z.string(),
})

const formValues = texts.extend({
  /** Identifies a stored candidate, because names are not unique. */
  id: z.number().optional(),
  contact: z.string(),
})

export type CandidateValues = z.output<typeof formValues>

const api = resourceEndpoints(probeCandidates)

const change = (values: CandidateValues) => writeOf(api.change, { body: { ...values, id: values.id ?? 0 } })

export const candidateDefinition: RecordDefinition<typeof probeCandidates, CandidateValues> = {
  resource: probeCandidates,
  valuesOf: (candidate) => formValues.parse(candidate),
  paths: paths.probeCandidates,
  values: formValues,
  nameOf: ({ id }) => String(id),
  titleOf: ({ name }) => name,
  // Candidates are added only through the machine API, so deletes cannot be undone.
  writes: { add: change, change, remove: (key) => writeOf(api.remove, { params: { key } }) },
  deletesForGood: true,
  whyNotRestored: 'Machines submit probe candidates: it comes back when it is submitted again.',
  toDocument: (values) => values,
  fromDocument: (document, currentValues) => {
    const { data } = formValues.safeParse(document)
    return data && { ...data, ...(currentValues?.id !== undefined && { id: currentValues.id }) }
  },
  warnsBy: 'dialog',
  failureTitle: 'Error',
}

const requiredByStatus = formValues.superRefine((values, context) => {
  for (const { field, message } of candidateProblems(values)) {
    context.addIssue({ code: 'custom', path: [field], message })
  }
})

/** The rules of the form: those of what is sent, and the fields that the status requires. */
export const candidateSchema = contractRules(requiredByStatus, probeCandidates.change, (values) => ({
  ...values,
  id: 1,
}))
