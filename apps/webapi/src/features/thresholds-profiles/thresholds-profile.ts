import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { isThresholds } from '@quatrain/contract/web-api/thresholds.ts'
import {
  type WebApiThresholdsProfileInput,
  webApiThresholdsProfile,
} from '@quatrain/contract/web-api/thresholds-profiles.ts'
import type { z } from 'zod'
import { type DatedKind, messagesAbout } from '#kit/dated-kind.ts'
import { list, members, nonEmpty, text } from '#kit/json-body.ts'
import { problemsOfName } from '#kit/names.ts'

const body: z.ZodType<WebApiThresholdsProfileInput> = members({
  name: text(),
  rules: list(members({ endpoint_group: nonEmpty(), host: nonEmpty(), metric: text(), thresholds: text() })),
})

/** A thresholds profile says which thresholds replace those that the probes apply. */
export const thresholdsProfiles: DatedKind<WebApiThresholdsProfileInput> = {
  path: 'thresholds_profiles',
  label: { one: 'a thresholds profile', many: 'thresholds profiles' },
  bodyLimit: 4 * megabyte,
  body,
  item: webApiThresholdsProfile,
  problemsOf: ({ name, rules }, stored) => {
    const storedTexts = new Set(stored?.rules.map(({ thresholds }) => thresholds))
    const isAccepted = (thresholds: string) => isThresholds(thresholds) || storedTexts.has(thresholds)
    return [
      ...problemsOfName(name),
      ...rules.flatMap(({ thresholds }) => (isAccepted(thresholds) ? [] : [`Invalid threshold: ${thresholds}`])),
    ]
  },
  says: { ...messagesAbout('Thresholds Profile'), changedOnNewDay: 'Thresholds Profile successfully updated' },
}
