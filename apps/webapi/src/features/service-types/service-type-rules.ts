import type { WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'
import { problemsOfName } from '#kit/names.ts'

/** Every rule that the list breaks: what is wrong with a name, and which names repeat an earlier one. */
export function problemsOfServiceTypes(types: readonly WebApiServiceTypeInput[]): string[] {
  const seen = new Set<string>()
  return types.flatMap(({ name }, index) => {
    const place = `[${index}].`
    if (seen.has(name)) return [`${place}name repeats the service type ${name}`]
    const problems = problemsOfName(name)
    // A name that is refused by itself is not also called a repetition.
    if (problems.length === 0) seen.add(name)
    return problems.map((problem) => place + problem)
  })
}
