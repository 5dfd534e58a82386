import { kilobyte } from '@quatrain/contract/kit/endpoint.ts'
import {
  type WebApiOperationsProfileInput,
  webApiOperationsProfile,
} from '@quatrain/contract/web-api/operations-profiles.ts'
import type { z } from 'zod'
import { type DatedKind, messagesAbout } from '#kit/dated-kind.ts'
import { list, members, optional, storableText, text } from '#kit/json-body.ts'
import { problemsOfOperationsProfile } from './operations-profile-rules.ts'

const body: z.ZodType<WebApiOperationsProfileInput> = members({
  name: text(),
  description: optional(storableText()),
  available_states: list(text()),
  defaults: members({ down: text(), missing: text(), unknown: text() }),
  operations: list(members({ name: text(), truth_table: list(members({ a: text(), b: text(), x: text() })) })),
})

/** An operations profile says which states there are, and how operations combine them. */
export const operationsProfiles: DatedKind<WebApiOperationsProfileInput> = {
  path: 'operations_profiles',
  label: { one: 'an operations profile', many: 'operations profiles' },
  bodyLimit: 256 * kilobyte,
  body,
  item: webApiOperationsProfile,
  problemsOf: problemsOfOperationsProfile,
  says: messagesAbout('Operations Profile'),
}
