import type { Dependencies } from '@quatrain/contract/console/dependencies.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { kindOf } from '#lib/kinds.ts'
import { paths } from '#lib/paths.ts'
import { resourcePaths } from '#lib/resource-paths.ts'
import { addressOfSection, type ConsoleSection, sectionNamed, sectionsOfMembers } from '#lib/sections.ts'
import type { IconName } from '#ui/Icon.tsx'

export type DependencyNode = Dependencies['nodes'][number]

/** What an object with a reference does with the other one, by the field. */
const verbs: ReadonlyMap<string, string> = new Map([
  ['tag', 'is for'],
  ['repos.*', 'is installed from'],
  ['package', 'is part of'],
  ['probeversion', 'runs'],
  ['template', 'was imported from'],
  ['parent', 'gets its results from'],
  ['dependency.*.key', 'depends on'],
  ['dependancy.*.key', 'depends on'],
  ['metricinstances.*.metric', 'checks'],
  ['metricinstances.*.service', 'checks'],
  ['rules.*.metric', 'has limits of'],
  ['rules.*.host', 'has limits for'],
  ['rules.*.endpoint_group', 'has limits for'],
  ['metric_parameters.*.metric', 'has parameters of'],
  ['metric_parameters.*.hostname', 'has parameters for'],
  ['host_attributes.*.hostname', 'has attributes of'],
  ['groups.*.services.*.name', 'combines'],
  ['endpoints', 'has an endpoint on'],
  ['checks', 'runs on'],
])

export const verbOf = (field: string): string => verbs.get(field) ?? 'uses'

/** Kinds that are no kinds of the console. */
const otherKinds: ReadonlyMap<string, { readonly label: string; readonly icon: IconName }> = new Map([
  ['ostag', { label: 'operating system', icon: 'system' }],
  ['operationsprofile', { label: 'operations profile', icon: 'operations' }],
  ['endpointgroup', { label: 'group of endpoints', icon: 'groups' }],
  ['host', { label: 'host', icon: 'topology' }],
])

export const labelOfKind = (kind: string): string => kindOf(kind)?.label.one ?? otherKinds.get(kind)?.label ?? kind

export function iconOfKind(kind: string): IconName {
  const names = kindOf(kind)
  return names ? sectionNamed(names.section as 'metrics').icon : (otherKinds.get(kind)?.icon ?? 'document')
}

/** The kind of the objects of a section. */
export const kindOfSection = ({ at, names }: ConsoleSection): string =>
  names?.kind ?? (at === sectionNamed('operationsProfiles').at ? 'operationsprofile' : 'host')

/** Returns the addresses of objects: undefined for what has no page that the user may open. */
export function useAddresses(): (node: DependencyNode) => string | undefined {
  const { caller } = useConsoleContext()
  const sections = [...sectionsOfMembers(caller.deployment, caller.user?.isSuperuser === true)].map(sectionNamed)
  return ({ kind, key, exists }) => {
    if (!exists) return undefined
    if (kind === 'host') return paths.topology.host(key)
    const section = sections.find((section) => section.names && kindOfSection(section) === kind)
    return section && resourcePaths(addressOfSection(section)).details(key)
  }
}
