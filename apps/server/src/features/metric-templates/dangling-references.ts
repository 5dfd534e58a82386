import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { listing } from '#kit/recording/describe-change.ts'
import type { NamingTemplate } from './metric-templates.repository.ts'

/** A warning that names the templates that still refer to removed ones, line by line. */
export function danglingReferences(names: readonly string[], naming: readonly NamingTemplate[]): Notices {
  const lines = names.flatMap((name) => {
    const children = naming.filter(({ parent }) => parent === name)
    const dependants = naming.filter(({ dependency }) => dependency.some(({ key }) => key === name))
    return [...line(`${name} is still the parent of`, children), ...line(`${name} is still needed by`, dependants)]
  })
  return lines.length > 0 ? { warning: lines.join('\n') } : {}
}

function line(says: string, templates: readonly NamingTemplate[]): string[] {
  if (templates.length === 0) return []
  const noun = templates.length === 1 ? 'metric template' : 'metric templates'
  return [`${says} the ${noun} ${listing(templates.map(({ name }) => name))}.`]
}
