import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { inputFromDocument } from '@quatrain/contract/kit/stored-document.ts'
import { type ReportContent, reports } from '@quatrain/contract/resources/report.ts'
import { writeOf } from '#kit/api/write.ts'
import type { AddableDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { mapLimits, type ReportValues, reportTextsOf, reportValues, reportValuesOf } from './report-values.ts'

const api = resourceEndpoints(reports)

/** The input of a write. A text that is no number becomes `NaN`, which the rules refuse. */
export function inputOf(values: ReportValues): ReportContent {
  const texts = reportTextsOf(values)
  return { ...texts, ...mapLimits(texts, (text) => (text ? Number(text) : Number.NaN)) }
}

/** The document of a version; a number that is no number stays as it is typed. */
export function reportDocumentOf(values: ReportValues) {
  const texts = reportTextsOf(values)
  const numberIn = (text: string) => (text === '' || Number.isNaN(Number(text)) ? text : Number(text))
  return { ...texts, ...mapLimits(texts, numberIn) }
}

const blank: ReportValues = reportValuesOf({
  name: '',
  groupname: '',
  description: '',
  disabled: false,
  metric_profile: '',
  aggregation_profile: '',
  operations_profile: '',
  thresholds_profile: '',
  other_profiles: [],
  topology_types: [],
  filter_tags: [],
  weight: '',
  availability: '',
  reliability: '',
  uptime: '',
  unknown: '',
  downtime: '',
  computes_ar: true,
  computes_status: true,
  trends: ['flapping', 'status', 'tags'],
})

export const reportDefinition: AddableDefinition<typeof reports, ReportValues> = {
  resource: reports,
  blank,
  valuesOf: reportValuesOf,
  paths: paths.reports,
  values: reportValues,
  nameOf: ({ name }) => name,
  writes: {
    add: (values) => writeOf(api.add, { body: inputOf(values) }),
    change: (values, apiid) => writeOf(api.change, { body: { ...inputOf(values), apiid } }),
    remove: (apiid) => writeOf(api.remove, { params: { key: apiid } }),
  },
  toDocument: reportDocumentOf,
  fromDocument: (document) => {
    const input = inputFromDocument(reports, document)
    return input && reportValuesOf(input)
  },
}
