import type { WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'
import type { z } from 'zod'
import { list, members, optional, storableText, text } from '#kit/json-body.ts'

/** A service type as submitted: without a title it keeps its current one. */
export type ServiceTypeSent = Omit<WebApiServiceTypeInput, 'title'> & { readonly title?: string | undefined }

export const serviceTypesBody: z.ZodType<ServiceTypeSent[]> = list(
  members({ name: text(), title: optional(storableText()), description: text(), tags: list(text()), tenant: text() }),
)
