import { type MachineScope, machineScopes } from '@quatrain/contract/kit/machine-scopes.ts'

const words: Readonly<Record<MachineScope, string>> = {
  metrics: 'Read metrics',
  metrictemplates: 'Read metric templates',
  metricoverrides: 'Read metric configuration overrides',
  default_ports: 'Read default ports',
  repos: 'Read packages and repos to install',
  probes: 'Read probe candidates',
  submit_probes: 'Submit probe candidates',
}

/** What a key can be limited to. */
export const scopeOptions = machineScopes.map((value) => ({ value, label: words[value] }))

export const scopeLabel = (scope: string): string => scopeOptions.find(({ value }) => value === scope)?.label ?? scope
