import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { noPermittedHosts, type PermittedHosts } from '#clients/outgoing/public-address.ts'

/** What an operator decides about single sign-on. */
export interface SignOnSettings {
  /** The hosts of identity providers that are not public. */
  readonly permittedHosts: PermittedHosts
  /** The tenants whose superusers configure their own identity providers; `*` for all. */
  readonly configuredBy: '*' | readonly string[]
}

/** The usual settings: the super-tenant alone configures identity providers, and only public ones. */
export const usualSignOn: SignOnSettings = { permittedHosts: noPermittedHosts, configuredBy: [] }

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** A host name of DNS, not an address with a port. */
export const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

/** Host names, addresses and networks, separated by commas. */
export const permittedHosts = z
  .string()
  .default('')
  .transform((text, context): PermittedHosts => {
    const [networks, names]: [string[], string[]] = [[], []]
    for (const host of namesIn(text)) {
      if (isIP(host) !== 0 || ipaddr.isValidCIDR(host)) networks.push(host)
      else if (hostName.test(host)) names.push(host.toLowerCase())
      else
        context.addIssue(
          `must be host names, addresses and networks such as idp.internal,10.0.0.0/8, but ${host} is none`,
        )
    }
    return { names: new Set(names), networks: networks.map(networkOf) }
  })

const networkOf = (text: string) =>
  text.includes('/') ? ipaddr.parseCIDR(text) : ipaddr.parseCIDR(`${text}/${isIP(text) === 4 ? 32 : 128}`)

export const signOnVariables = {
  QUATRAIN_SIGN_ON_HOSTS: permittedHosts,
  QUATRAIN_SIGN_ON_TENANTS: z.string().default(''),
}

/** The settings of single sign-on in the environment. */
export const signOnOf = (settings: {
  readonly QUATRAIN_SIGN_ON_HOSTS: PermittedHosts
  readonly QUATRAIN_SIGN_ON_TENANTS: string
}): SignOnSettings => ({
  permittedHosts: settings.QUATRAIN_SIGN_ON_HOSTS,
  configuredBy: settings.QUATRAIN_SIGN_ON_TENANTS.trim() === '*' ? '*' : namesIn(settings.QUATRAIN_SIGN_ON_TENANTS),
})
