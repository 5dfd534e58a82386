import { originOf } from '@quatrain/contract/web-api/merged-service-types.ts'
import { problemsOfName } from '#kit/names.ts'
import type { ServiceTypeSent } from './service-type-body.ts'

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
