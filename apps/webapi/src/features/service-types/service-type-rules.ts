import { problemsOfName } from '#kit/names.ts'
import { originOf } from './merged-service-types.ts'
import type { ServiceTypeSent } from './service-type-body.ts'

/** Every rule that the list breaks: what is wrong with a name, and which names repeat one that comes from the same side. */
export function problemsOfServiceTypes(types: readonly ServiceTypeSent[]): string[] {
  const seen = new Set<string>()
  return types.flatMap((type, index) => {
    const place = `[${index}].`
    const known = JSON.stringify([type.name, originOf(type)])
    if (seen.has(known)) return [`${place}name repeats the service type ${type.name}`]
    const problems = problemsOfName(type.name)
    // A name that is refused by itself is not also called a repetition.
    if (problems.length === 0) seen.add(known)
    return problems.map((problem) => place + problem)
  })
}
