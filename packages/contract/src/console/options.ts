import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineRead } from '../kit/endpoint.ts'
import { texts } from '../kit/named-fields.ts'

/** What the browser needs to know about its host before anybody logs in. */
export const isTenantSchema = defineRead({
  path: `${internalApi}/istenantschema`,
  summary: "Whether this host is a tenant's or the super-tenant's",
  deployments: everywhere,
  caller: 'anyone',
  answer: z.object({ isTenantSchema: z.boolean() }),
})

/** The organisations that develop and fund this installation. Logos are `data:` URLs, so that pages load nothing from other hosts. */
export const partners = z.object({
  sentence: z.string(),
  partners: z.array(z.object({ name: z.string(), url: z.string(), logo: z.string() })),
})

export type Partners = z.output<typeof partners>

export const configOptionsResult = z.object({
  version: z.string(),
  tenant_name: z.string(),
  /** The tenant's display name. `tenant_name` is its lower-case form, which other programs rely on. */
  tenant_display_name: z.string(),
  /** The text of the first of the buttons for single sign-on, for other clients; empty if there is none. */
  saml_login_string: z.string(),
  /** The buttons of the login page for single sign-on. */
  sign_on: z.array(z.object({ text: z.string(), path: z.string() })),
  /** Whether administrators send links with which users choose their passwords: a mail server is set. */
  sends_password_links: z.boolean(),
  /** Kinds that only the super-tenant writes, by the configuration of the server. */
  read_only_kinds: z.array(z.string()),
  use_service_title: z.boolean(),
  terms_privacy_links: z.object({ terms: z.string(), privacy: z.string() }),
  /** The partners that the footer of pages shows. */
  footer: partners,
  ...texts('webapimetric', 'webapiaggregation', 'webapithresholds', 'webapioperations', 'webapiservicetypes'),
  webapireports: z.object({
    ...texts('main', 'tags', 'topologygroups', 'topologyendpoints'),
  }),
})

export type ConfigOptions = z.output<typeof configOptionsResult>

export const configOptions = defineRead({
  path: `${internalApi}/config_options`,
  summary: 'Names, links and addresses of this deployment',
  deployments: everywhere,
  caller: 'anyone',
  answer: z.object({ result: configOptionsResult }),
})

export const publicApiKey = defineRead({
  path: `${internalApi}/public_apikey`,
  summary: 'The token that opens the read-only gateway to the Web API',
  deployments: everywhere,
  caller: 'anyone',
  answer: z.object({
    ...texts('id', 'name', 'token', 'created'),
    revoked: z.boolean(),
  }),
})
