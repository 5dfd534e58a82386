import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { pathKey } from '@quatrain/contract/resources/metric.ts'

/**
 * The stored entries in order, with the submitted values. If anything but values would change, `problems` contains the
 * error of each entry by its path.
 */
export function changedConfig(
  stored: readonly KeyValue[],
  sent: readonly KeyValue[],
): { readonly config: KeyValue[]; readonly problems: Readonly<Record<string, string>> } {
  const problems: Record<string, string> = {}
  const known = new Map(stored.map(({ key, value }) => [key, value]))
  const wanted = new Map(sent.map(({ key, value }) => [key, value]))
  for (const [index, { key, value }] of sent.entries()) {
    if (!known.has(key)) problems[`config.${index}.key`] = 'Must be one of the keys of the metric template'
    if (key === pathKey && known.has(key) && known.get(key) !== value) {
      problems[`config.${index}.value`] = 'Cannot be changed'
    }
  }
  const missing = stored.filter(({ key }) => !wanted.has(key))
  if (missing.length > 0) problems.config = `Cannot be left out: ${missing.map(({ key }) => key).join(', ')}`
  return { config: stored.map(({ key, value }) => ({ key, value: wanted.get(key) ?? value })), problems }
}
