import type { CommandPart } from '@quatrain/contract/resources/effective-check.ts'
import {
  type MetricOverrideDocument,
  namesSecret,
  secretVariable,
} from '@quatrain/contract/resources/metric-override.ts'
import { extensionPrefix } from '@quatrain/contract/topology.ts'
import { box, override, part, type Valued } from './command-part.ts'
import { matchesHost } from './hosts-of-overrides.ts'

interface Given {
  readonly ports: ReadonlyMap<string, string>
  readonly overrides: readonly MetricOverrideDocument[]
  readonly host: string
  /** The extensions of the host by attribute; undefined if they are not known. */
  readonly extensions?: ReadonlyMap<string, string> | undefined
}

/**
 * The global attributes with certificates, the strongest last. Boxes take these from nowhere else: neither overrides of
 * hosts nor the topology apply.
 */
const certificates: ReadonlyMap<string, readonly string[]> = new Map([
  ['NAGIOS_HOST_CERT', ['NAGIOS_HOST_CERT', 'ROBOT_CERT']],
  ['NAGIOS_HOST_KEY', ['NAGIOS_HOST_KEY', 'ROBOT_KEY']],
  ['NAGIOS_ACTUAL_HOST_CERT', ['NAGIOS_HOST_CERT']],
  ['NAGIOS_ACTUAL_HOST_KEY', ['NAGIOS_HOST_KEY']],
])

/** The part of the command that an attribute of a metric makes: `option value`. */
export function attributePart(attribute: string, option: string, given: Given): CommandPart {
  const values = valuesOf(attribute, given)
  const isKnown = values.length > 0
  const yields = isKnown ? yieldsToTopology(attribute, given) : !certificates.has(attribute)
  const extension = yields ? given.extensions?.get(attribute) : undefined
  if (extension !== undefined) {
    const origin = { kind: 'topology', name: `${extensionPrefix}${attribute}` } as const
    return part('attribute', attribute, option, [...values, { value: extension, origin }])
  }
  return part(
    'attribute',
    attribute,
    option,
    isKnown ? values : [{ value: attribute, origin: box }],
    isKnown && yields && !given.extensions ? ['topology'] : [],
  )
}

/** All sources of an attribute, the strongest last: those of the host take precedence. */
function valuesOf(attribute: string, given: Given): Valued[] {
  const sources = certificates.get(attribute)
  if (sources) return sources.flatMap((source) => globalValues(source, attribute, given))
  const { overrides, host } = given
  const own = overrides.flatMap(({ name, host_attributes }) => {
    const rows = host_attributes.filter((row) => row.attribute === attribute && matchesHost(row.hostname, host))
    return rows.map(({ value }) => ({ value, origin: override(name) }))
  })
  return [...valueWithoutOverrides(attribute, given), ...globalValues(attribute, attribute, given), ...own]
}

function globalValues(source: string, attribute: string, { overrides }: Given): Valued[] {
  const origin = (name: string) => (source === attribute ? override(name) : { ...override(name), attribute: source })
  return overrides.flatMap(({ name, global_attributes }) => {
    const rows = global_attributes.filter((row) => row.attribute === source)
    return rows.map(({ value }) => ({ value, origin: origin(name) }))
  })
}

function valueWithoutOverrides(attribute: string, { ports }: Given): Valued[] {
  if (namesSecret(attribute)) return [{ value: secretVariable(attribute), origin: { kind: 'secrets file', name: '' } }]
  const port = ports.get(attribute)
  return port === undefined ? [] : [{ value: port, origin: { kind: 'default port', name: '' } }]
}

/**
 * A box makes one check for all hosts, with placeholders only for a default port, or for an attribute that an override
 * sets for any host. There the topology takes precedence.
 */
function yieldsToTopology(attribute: string, { ports, overrides }: Given): boolean {
  if (certificates.has(attribute)) return false
  const isGlobal = overrides.some(({ global_attributes }) =>
    global_attributes.some((row) => row.attribute === attribute),
  )
  const isOfHosts = overrides.some(({ host_attributes }) => host_attributes.some((row) => row.attribute === attribute))
  return isOfHosts || (ports.has(attribute) && !isGlobal && !namesSecret(attribute))
}

/**
 * Whether the box reads its secrets file before it runs a check with these attributes: it does for one that is named
 * like a secret and has no global value.
 */
export const readsSecrets = (attributes: readonly string[], overrides: readonly MetricOverrideDocument[]): boolean =>
  attributes.some(
    (attribute) =>
      namesSecret(attribute) &&
      !overrides.some(({ global_attributes }) => global_attributes.some((row) => row.attribute === attribute)),
  )
