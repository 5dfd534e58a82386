// What metric templates, metrics and overrides say alike about a check.

export const metricTypes = ['Active', 'Passive'] as const

/** The configuration of an active template (specification part 1 section 4). */
export const activeConfigKeys = ['maxCheckAttempts', 'timeout', 'path', 'interval', 'retryInterval'] as const

/** An empty or invalid number here stops the generator of the whole tenant. */
export const wholeNumberKeys: readonly string[] = ['maxCheckAttempts', 'timeout', 'interval', 'retryInterval']

/** The flag of metrics whose results come from other services. */
export const passiveFlag = { key: 'PASSIVE', value: '1' } as const

/** The error of a configuration value (specification part 1 section 5, decision D16). */
export function problemOfConfigValue({ key, value }: { key: string; value: string }): string | undefined {
  if (value.trim() === '') return 'Required'
  if (wholeNumberKeys.includes(key) && !/^\d{1,9}$/.test(value)) return 'Must be a whole number'
  return undefined
}
