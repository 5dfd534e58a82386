import { DOMParser } from '@xmldom/xmldom'

/** A message or metadata that is not accepted. */
export class SamlError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SamlError'
  }
}

/**
 * Parses a message or metadata. Document types, entities, comments and CDATA sections are refused before parsing: SAML
 * needs none of them, and they make signed texts ambiguous. Throws `SamlError`.
 */
export function parseXml(text: string): Element {
  const content = text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '')
  if (content.includes('<!')) throw new SamlError('The XML contains a document type, a comment or a CDATA section.')
  if (content.includes('<?')) throw new SamlError('The XML contains a processing instruction.')
  const refuse = (message: string): never => {
    throw new SamlError(`The XML is not well-formed: ${message.split('\n')[0]}`)
  }
  if (!content.trim().startsWith('<')) refuse('it does not begin with an element')
  try {
    const { documentElement } = new DOMParser({ errorHandler: refuse }).parseFromString(content, 'text/xml')
    return documentElement ?? refuse('it has no element')
  } catch (error) {
    if (error instanceof SamlError) throw error
    return refuse(String(error))
  }
}

/** The namespaces of SAML 2.0 and of signatures. */
export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const

type Namespace = keyof typeof namespaces

export const isElement = (element: Element, namespace: Namespace, name: string): boolean =>
  element.namespaceURI === namespaces[namespace] && element.localName === name

/** The elements directly inside another one. */
export function childrenOf(parent: Element, namespace: Namespace, name: string): Element[] {
  const children: Element[] = []
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (isElementNode(node) && isElement(node, namespace, name)) children.push(node)
  }
  return children
}

const elementNode = 1
const isElementNode = (node: Node): node is Element => node.nodeType === elementNode

/** All elements of this name inside another one, at any depth. */
export const descendantsOf = (parent: Element | Document, namespace: Namespace, name: string): Element[] =>
  Array.from(parent.getElementsByTagNameNS(namespaces[namespace], name))

/** Undefined if the attribute is missing or empty. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  element.getAttribute(name) || undefined

export const textOf = (element: Element | undefined): string => element?.textContent?.trim() ?? ''

/** Escapes the content of an element or a quoted attribute. */
export const escapeXml = (text: string): string =>
  text.replace(/[<>&"'\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`)
