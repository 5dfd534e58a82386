import type { CommandPart } from '@quatrain/contract/resources/effective-check.ts'
import { secretVariablesIn } from '@quatrain/contract/resources/metric-override.ts'
import type { ConfiguredMetric } from '#features/metrics/metrics.reads.ts'

const leftOutDetail = 'Boxes leave the check out.'

/** Problems that prevent monitoring boxes from running the check of a metric. */
export function problemsOfCheck(metric: ConfiguredMetric): string[] {
  const problems = metric.mtype === 'Passive' ? problemsOfPassive(metric) : problemsOfActive(metric)
  const unused = metric.isInProfile ? [] : ['It is in no metric profile, so no box runs it.']
  return [...problems, ...unused]
}

function problemsOfPassive({ parent, hasParent }: ConfiguredMetric): string[] {
  if (parent === '') return [`It has no parent that its results come with. ${leftOutDetail}`]
  return hasParent ? [] : [`Its parent ${parent} is no active metric of this tenant. ${leftOutDetail}`]
}

function problemsOfActive({ config, flags, probeexecutable }: ConfiguredMetric): string[] {
  const values = new Map(config.map(({ key, value }) => [key, value.trim()]))
  const requiredKeys = ['path', 'interval', 'maxCheckAttempts']
  if (!flags.some(({ key }) => key === 'NOTIMEOUT')) requiredKeys.push('timeout')
  const missingKeys = requiredKeys.filter((key) => key !== 'interval' && (values.get(key) ?? '') === '')
  if (!values.has('interval')) missingKeys.unshift('interval')
  const interval = values.get('interval')
  return [
    ...(interval !== undefined && !/^\d+$/.test(interval)
      ? ['The interval is no whole number. Boxes skip every check of the tenant.']
      : []),
    ...missingKeys.map((key) => `It has no ${key}. ${leftOutDetail}`),
    ...(probeexecutable.trim() === '' ? [`It has no probe executable. ${leftOutDetail}`] : []),
  ]
}

/** Empty overrides for which boxes use the default. */
export const emptyOverrides = (command: readonly CommandPart[]): string[] =>
  command
    .filter(({ origin }) => origin.kind === 'template' || origin.kind === 'default port')
    .flatMap(({ name, replaced }) =>
      replaced
        .filter(({ value, origin }) => value === '' && origin.kind === 'override')
        .map(({ origin }) => `The empty value of ${name} in ${origin.name} has no effect. Boxes use the default.`),
    )

/** Variables in overrides of a command for which the box does not read its secrets file: they stay empty. */
export const unfilledSecrets = (command: readonly CommandPart[]): string[] =>
  command
    .filter(({ origin }) => origin.kind === 'override')
    .flatMap(({ name, value }) => secretVariablesIn(value).map((variable) => ({ name, variable })))
    .map(
      ({ name, variable }) =>
        `${variable} of ${name} stays empty. Boxes read their secrets file only for a check that has an attribute named ` +
        'like a secret without a global value.',
    )
