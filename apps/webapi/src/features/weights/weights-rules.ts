import type { WebApiWeightsInput } from '@quatrain/contract/web-api/weights.ts'
import { problemsOfName } from '#kit/names.ts'

/** All violations of the weights: missing names, and groups that are named twice, because only one value can count. */
export function problemsOfWeights({ name, groups }: WebApiWeightsInput): string[] {
  const names = new Set<string>()
  return [
    ...problemsOfName(name),
    ...groups.flatMap((group, index) => {
      if (group.name.trim() === '') return [`groups[${index}].name is required`]
      if (names.has(group.name)) return [`groups[${index}].name repeats the group ${group.name}`]
      names.add(group.name)
      return []
    }),
  ]
}
