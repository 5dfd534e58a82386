import { originOf } from '@quatrain/contract/web-api/merged-service-types.ts'
import type { WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'
import type { z } from 'zod'
import { list, members, optional, storableText, text } from '#kit/json-body.ts'
import { problemsOfName } from '#kit/names.ts'

/** A service type as submitted: without a title it keeps its current one. */
export type ServiceTypeSent = Omit<WebApiServiceTypeInput, 'title'> & { readonly title?: string | undefined }

export const serviceTypesBody: z.ZodType<ServiceTypeSent[]> = list(
  members({ name: text(), title: optional(storableText()), description: text(), tags: list(text()), tenant: text() }),
)

/** All violations of the list: invalid names, and names that are repeated within the same origin. */
export function problemsOfServiceTypes(types: readonly ServiceTypeSent[]): string[] {
  const keys = new Set<string>()
  return types.flatMap((type, index) => {
    const place = `[${index}].`
    const key = JSON.stringify([type.name, originOf(type)])
    if (keys.has(key)) return [`${place}name repeats the service type ${type.name}`]
    const problems = problemsOfName(type.name)
    // An invalid name is not reported as repeated too.
    if (problems.length === 0) keys.add(key)
    return problems.map((problem) => place + problem)
  })
}
