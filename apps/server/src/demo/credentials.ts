/** The password of every account. */
export const password = 'quatrain-demo'

/** The secret with which the tokens in the archive are encrypted. */
export const demoSecret = 'the secret of the demonstration, which everybody knows'

/** A key that the Web API has to accept. */
export interface WebApiKey {
  readonly name: string
  readonly role: 'editor' | 'viewer'
  readonly token: string
}

/** The key of this tenant's monitoring box, for trying the machine API. */
export const boxToken = (tenant: string): string => `demo-${tenant.toLowerCase()}`

/** The key of a box that reads profiles, or of a connector that writes the topology, for the Web API in this tenant. */
export const machineKey = (tenant: string): WebApiKey => ({
  name: 'demonstration',
  role: 'editor',
  token: `demo-webapi-${tenant.toLowerCase()}`,
})
