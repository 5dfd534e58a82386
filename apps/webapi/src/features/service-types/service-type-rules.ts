import { originOf } from '@quatrain/contract/web-api/merged-service-types.ts'
import { problemsOfName } from '#kit/names.ts'
import type { ServiceTypeSent } from './service-type-body.ts'

/** All violations of the list: invalid names, and names that are repeated within the same origin. */
export function problemsOfServiceTypes(types: readonly ServiceTypeSent[]): string[] {
  const seen = new Set<string>()
  return types.flatMap((type, index) => {
    const place = `[${index}].`
    const known = JSON.stringify([type.name, originOf(type)])
    if (seen.has(known)) return [`${place}name repeats the service type ${type.name}`]
    const problems = problemsOfName(type.name)
    // An invalid name is not reported as repeated too.
    if (problems.length === 0) seen.add(known)
    return problems.map((problem) => place + problem)
  })
}
