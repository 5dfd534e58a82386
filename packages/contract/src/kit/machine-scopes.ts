/** What the machine API gives and takes, as far as a key can be restricted to it. Each endpoint of machines has one. */
export const machineScopes = [
  'metrics',
  'metrictemplates',
  'metricoverrides',
  'default_ports',
  'repos',
  'probes',
  'submit_probes',
] as const

export type MachineScope = (typeof machineScopes)[number]
