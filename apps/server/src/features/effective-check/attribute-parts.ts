import { extensionPrefix } from '@quatrain/contract/reports/filter-places.ts'
import type { CommandPart, LeftOutAttribute } from '@quatrain/contract/resources/effective-check.ts'
import {
  type MetricOverrideDocument,
  namesSecret,
  secretVariable,
} from '@quatrain/contract/resources/metric-override.ts'
import { box, override, part, type Valued, withDefault } from './command-part.ts'
import type { HostInTopology } from './host-in-topology.ts'
import { matchesHost } from './hosts-of-overrides.ts'

interface CheckSources {
  readonly ports: ReadonlyMap<string, string>
  readonly overrides: readonly MetricOverrideDocument[]
  readonly host: string
  /** Undefined if it is not known. */
  readonly topology?: HostInTopology | undefined
}

/** The part of the command that an attribute makes, or why it makes none. */
export type Attribute =
  | { readonly name: string; readonly option: string; readonly part: CommandPart }
  | { readonly name: string; readonly option: string; readonly leftOut: LeftOutAttribute }

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

/** The names of the attributes in overrides on which an attribute of a metric depends. */
export const namesInOverrides = (name: string): readonly string[] => [name, ...(certificates.get(name) ?? [])]

/** The attributes that boxes make themselves if they have no global value: neither overrides of hosts nor extensions apply. */
const madeByBox = /^(?:KEYSTORE|TRUSTSTORE|TOP_BDII|SITE_BDII|PATH|PORT|SITENAME|HOSTDN|.*GOCDB_SERVICE_URL)$/

/** The attributes without a default of the box, unlike other names that end with `_URL`. */
const urlsWithoutDefault = new Set(['ARGO_WEBDAV_OPS_URL', 'ARGO_XROOTD_OPS_URL'])
const hasUrlOfBox = (attribute: string) => attribute.endsWith('_URL') && !urlsWithoutDefault.has(attribute)

/** What boxes run for the attribute SSL of an endpoint whose address begins with `https:`, whatever its option is. */
const sslOptions = '-S --sni'

/**
 * The part of the command that an attribute of a metric makes, usually `option value`. A box makes one command for all
 * hosts. An attribute is a fixed value in it, or a label of the host with a default: this decides which sources apply.
 */
export function attributeOfCheck(name: string, option: string, check: CheckSources): Attribute {
  const { ports, overrides, topology } = check
  const attributeWith = (values: readonly Valued[], isOpen = false, shownOption = option): Attribute => ({
    name,
    option,
    part:
      values.length > 0
        ? part('attribute', name, shownOption, values, isOpen ? ['topology'] : [])
        : part('attribute', name, shownOption, [{ value: name, origin: box }]),
  })
  const leftOut = (reason: Omit<LeftOutAttribute, 'name' | 'option' | 'hosts'>): Attribute => {
    return { name, option, leftOut: { name, option, hosts: [], ...reason } }
  }
  const namesOf = (values: readonly Valued[]) => [...new Set(values.map(({ origin }) => origin.name))]
  const fixed = (values: readonly Valued[]) =>
    values.at(-1)?.value === ''
      ? leftOut({ because: 'empty', overrides: namesOf(values).slice(-1) })
      : attributeWith(values)

  const sources = certificates.get(name)
  if (sources) return fixed(sources.flatMap((source) => globalValues(source, name, check)))

  const globals = globalValues(name, name, check)
  const isOfHosts = overrides.some(({ host_attributes }) => host_attributes.some(({ attribute }) => attribute === name))
  const own = valuesOfHost(name, check)
  const https = name === 'SSL' && topology?.hasHttps ? valued(sslOptions, 'topology', 'info_URL') : []
  const label = [...https, ...(urlsWithoutDefault.has(name) ? [] : own), ...extensionInLabel(name, check)]
  const isOpen = topology === undefined
  const port = valued(ports.get(name), 'default port')

  if (globals.length > 0 && !isOfHosts) return fixed([...port, ...globals])
  if (globals.length > 0) return attributeWith(withDefault([...port, ...globals], label), isOpen)
  if (namesSecret(name)) {
    const secret = valued(secretVariable(name), 'secrets file')
    return isOfHosts ? attributeWith([...secret, ...label], isOpen) : attributeWith(secret)
  }
  if (port.length > 0 && !madeByBox.test(name)) return attributeWith(withDefault(port, label), isOpen)
  if (name === 'SSL') {
    if (isOpen && label.length === 0) return attributeWith([{ value: sslOptions, origin: box }], false, '')
    const isEmpty = (label.at(-1)?.value ?? '') === ''
    return isEmpty ? leftOut({ because: 'no https', overrides: namesOf(own) }) : attributeWith(label, isOpen, '')
  }
  if (madeByBox.test(name)) return attributeWith([])
  if (name === 'URL') return attributeWith(own)

  const extension = topology?.extensions.get(name)
  if (!extension || extension.lacking === 0 || hasUrlOfBox(name))
    return attributeWith(label, isOpen && label.length > 0)
  const { lacking, endpoints } = extension
  const withOption = extensionWithOption(name, option, check)
  const values = urlsWithoutDefault.has(name)
    ? [...valued(extension.value, 'topology', `${extensionPrefix}${name}`), ...own]
    : withOption.length > 0 && [...own, ...withOption]
  return values && values.length > 0
    ? attributeWith(values)
    : leftOut({ because: 'extension', overrides: namesOf(own), lacking, endpoints })
}

const valued = (value: string | undefined, kind: Valued['origin']['kind'], name = ''): Valued[] =>
  value === undefined ? [] : [{ value, origin: { kind, name } }]

function valuesOfHost(attribute: string, { overrides, host }: CheckSources): Valued[] {
  return overrides.flatMap(({ name, host_attributes }) => {
    const rows = host_attributes.filter((row) => row.attribute === attribute && matchesHost(row.hostname, host))
    return rows.map(({ value }) => ({ value, origin: override(name) }))
  })
}

function globalValues(source: string, attribute: string, { overrides }: CheckSources): Valued[] {
  const origin = (name: string) => (source === attribute ? override(name) : { ...override(name), attribute: source })
  return overrides.flatMap(({ name, global_attributes }) => {
    const rows = global_attributes.filter((row) => row.attribute === source)
    return rows.map(({ value }) => ({ value, origin: origin(name) }))
  })
}

/** An extension that is a switch has no value on a box. */
const withoutSwitch = (value: string) => (value === '0' || value === '1' ? '' : value)

/**
 * The extension as the label with the name of the attribute, where it replaces overrides of hosts: if every endpoint of
 * the service type has it, and always if it is a default port or an address.
 */
function extensionInLabel(attribute: string, { ports, topology }: CheckSources): Valued[] {
  const extension = topology?.extensions.get(attribute)
  if (extension?.value === undefined) return []
  const name = `${extensionPrefix}${attribute}`
  if (ports.has(attribute)) return valued(extension.value, 'topology', name)
  const applies = extension.isOfService || hasUrlOfBox(attribute)
  return applies ? valued(withoutSwitch(extension.value), 'topology', name) : []
}

/**
 * The extension as a label of option and value, which a command contains if some endpoints with the metric lack the
 * extension. Endpoints of a service type that has it everywhere do not have this label. Its name is spelled differently in
 * commands if the option has capital letters or dots, or if the attribute has dashes or dots.
 */
function extensionWithOption(attribute: string, option: string, { topology }: CheckSources): Valued[] {
  const extension = topology?.extensions.get(attribute)
  if (extension?.value === undefined || extension.isOfService) return []
  if (/[A-Z.]/.test(option) || /[-.]/.test(attribute)) return []
  return valued(withoutSwitch(extension.value), 'topology', `${extensionPrefix}${attribute}`)
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
