import { samlAcs, samlLogoutService, samlMetadata } from '@quatrain/contract/sign-on/sign-on.ts'
import { escapeXml, namespaces } from './xml.ts'

/** The addresses of the console of one tenant, as identity providers register them: with a slash at the end. */
export interface ServiceProvider {
  readonly entityId: string
  readonly acsUrl: string
  readonly logoutUrl: string
}

/** The service provider on the host with this origin, such as `https://console.example.org`. */
export const serviceProviderAt = (origin: string): ServiceProvider => ({
  entityId: `${origin}${samlMetadata.path}/`,
  acsUrl: `${origin}${samlAcs.path}/`,
  logoutUrl: `${origin}${samlLogoutService.path}/`,
})

const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings'
export const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** The metadata of a service provider with the certificates (PEM) of its keys. */
export function serviceProviderMetadata(
  { entityId, acsUrl, logoutUrl }: ServiceProvider,
  certificates: readonly string[],
): string {
  const keys = certificates.map(
    (pem) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${namespaces.signature}"><ds:X509Data>` +
      `<ds:X509Certificate>${pem.replace(/-----[^-]*-----|\s/g, '')}</ds:X509Certificate>` +
      '</ds:X509Data></ds:KeyInfo></md:KeyDescriptor>',
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="${namespaces.metadata}" entityID="${escapeXml(entityId)}">`,
    `<md:SPSSODescriptor AuthnRequestsSigned="${keys.length > 0}" WantAssertionsSigned="true"`,
    ` protocolSupportEnumeration="${namespaces.protocol}">`,
    ...keys,
    `<md:SingleLogoutService Binding="${bindings}:HTTP-Redirect" Location="${escapeXml(logoutUrl)}"/>`,
    `<md:NameIDFormat>${persistent}</md:NameIDFormat>`,
    `<md:AssertionConsumerService index="0" isDefault="true" Binding="${bindings}:HTTP-POST"`,
    ` Location="${escapeXml(acsUrl)}"/>`,
    '</md:SPSSODescriptor></md:EntityDescriptor>\n',
  ].join('')
}
