import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { type AnswerOf, defineAction, megabyte } from '../kit/endpoint.ts'
import { objectReference, optionalText } from '../kit/fields.ts'
import { webApiScope } from '../web-api/topology.ts'
import { reports } from './report.ts'

/** What a report covers before it is stored. The Web API computes it, with the rules by which it serves stored reports. */
export const previewReportScope = defineAction({
  path: `${internalApi}/reportscope`,
  precondition: 'none',
  summary: 'The groups and endpoints that a report would cover, compared with the stored report',
  deployments: tenantOnly,
  caller: { may: 'view', resource: reports },
  bodyLimit: 4 * megabyte,
  body: reports.add
    .pick({ topology_types: true, filter_tags: true })
    .required()
    .extend({
      /** The name of the stored report. */
      name: objectReference().optional(),
      /** A part of a field of the rows in the samples. */
      search: optionalText(255).optional(),
    }),
  answer: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('previewed'),
      scope: webApiScope,
      /** Whether it is compared with the stored report. If not, nothing is gained or lost. */
      isCompared: z.boolean(),
    }),
    z.object({ state: z.literal('no topology') }),
    /** The state of a service other than ours, which does not have such an address. */
    z.object({ state: z.literal('unsupported') }),
  ]),
})

export type ReportScopePreview = AnswerOf<typeof previewReportScope>
