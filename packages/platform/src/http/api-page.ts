import { hash } from 'node:crypto'
import { z } from 'zod'

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: z.unknown(),
})
const content = z.record(z.string(), z.object({ schema: z.unknown() }))
const operation = z.object({
  summary: z.string(),
  tags: z.tuple([z.string()]),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content }).optional(),
  security: z.array(z.record(z.string(), z.unknown())),
  responses: z.record(z.string(), z.object({ description: z.string(), content: content.optional() })),
})
const scheme = z.object({ in: z.string(), name: z.string(), description: z.string() })
const description = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ securitySchemes: z.record(z.string(), scheme), schemas: z.record(z.string(), z.unknown()) }),
})

type Description = z.output<typeof description>
type Operation = z.output<typeof operation>

/**
 * The OpenAPI document as one page without scripts, so that it works under the strictest content security policy and
 * without other hosts.
 */
export function apiPage(document: unknown): string {
  const { info, paths, components } = description.parse(document)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const sections = Map.groupBy(operations, ({ operation }) => operation.tags[0])
  return page(
    `${info.title} API`,
    `<header><h1>${text(info.title)} API <small>${text(info.version)}</small></h1>
     <p>${text(info.description)} The same as an OpenAPI document: <a href="/api/docs/openapi.json">openapi.json</a>.</p></header>
     <section><h2>Authentication</h2>${schemes(components)}</section>
     ${[...sections].map(([tag, members]) => `<section><h2>${text(tag)}</h2>${members.map(endpoint).join('')}</section>`).join('')}
     <section><h2>The body of every error</h2>${json(components.schemas.Error)}</section>`,
  )
}

const schemes = ({ securitySchemes }: Description['components']) =>
  table(
    ['Key', 'Where', 'Name', 'Meaning'],
    Object.entries(securitySchemes).map(([key, scheme]) => [key, scheme.in, scheme.name, scheme.description]),
  )

function endpoint({ method, path, operation }: { method: string; path: string; operation: Operation }): string {
  const { summary, security, parameters, requestBody, responses } = operation
  const opens = security.map((all) => Object.keys(all).join(' and ')).join(', or ')
  return `<details><summary><code>${method} ${text(path)}</code> ${text(summary)}</summary>
    <p>Authentication: ${text(opens || 'none')}.</p>
    ${parameters.length > 0 ? `<h3>Parameters</h3>${table(['Name', 'In', 'Schema', 'Meaning'], parameters.map(parameterRow))}` : ''}
    ${requestBody ? `<h3>Body</h3>${schemaOf(requestBody)}` : ''}
    <h3>Responses</h3>${Object.entries(responses)
      .map(([status, answer]) => `<p><b>${text(status)}</b> ${text(answer.description)}</p>${schemaOf(answer)}`)
      .join('')}</details>`
}

const parameterRow = ({ name, schema, description, ...rest }: z.output<typeof parameter>) => [
  rest.required ? `${name} (required)` : name,
  rest.in,
  JSON.stringify(schema),
  description ?? '',
]

/** Returns the schema of a body, but not of the common error body, which is at the end of the page. */
function schemaOf(holder: { content?: z.output<typeof content> | undefined }): string {
  const schema = Object.values(holder.content ?? {})[0]?.schema
  return schema === undefined || '$ref' in Object(schema) ? '' : json(schema)
}

const json = (value: unknown) => `<pre tabindex="0">${text(JSON.stringify(value, undefined, 2))}</pre>`

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><thead><tr>${heads.map((head) => `<th scope="col">${text(head)}</th>`).join('')}</tr></thead>
   <tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${text(cell)}</td>`).join('')}</tr>`).join('')}</tbody></table>`

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
summary { cursor: pointer; padding: .25rem 0 }
details[open] { padding-bottom: 1rem }
h2 { margin-top: 2rem }
h3 { font-size: 1rem }
pre { max-height: 24rem; overflow: auto; padding: .5rem; border: 1px solid; border-radius: .25rem }
table { border-collapse: collapse }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; overflow-wrap: anywhere }
`

/** Allows only the style of the page in the `style-src` of a content security policy. */
export const styleSource = `'sha256-${hash('sha256', style, 'base64')}'`

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(title)}</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>
`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const text = (value: string) => value.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
