import { z } from 'zod'

const values = (description: string) => z.array(z.string()).optional().describe(description)
const alternatives = values('Alternatives; `*` stands for any text, and values that begin with `~` exclude')

/** Every query parameter of the API. They are read more leniently than their schemas say. */
const queryParameters = {
  date: z.iso.date().optional().describe('A day in UTC; by default today'),
  name: z.string().optional().describe('Only what has this name'),
  mode: z.enum(['combined']).optional().describe('Also the lists of the tenants in `/feeds/data`'),
  severity: z.string().optional().describe('Only downtimes of this severity'),
  classification: z.string().optional().describe('Only downtimes of this classification'),
  group: alternatives,
  type: alternatives,
  subgroup: alternatives,
  service: alternatives,
  hostname: alternatives,
  tags: values('`name:value` pairs between commas; `\\` makes a comma, a colon or a `\\` part of the text'),
} as const

export type QueryParameter = keyof typeof queryParameters

/** Every header with a meaning besides the key. */
const headers = {
  'if-match': z.string().optional().describe('The write is refused if the state has another `ETag`'),
  'if-none-match': z.string().optional().describe('The `ETag` of a state that the client has'),
  prefer: z.string().optional().describe('`return=representation`: the response contains the stored item'),
} as const

export type Header = keyof typeof headers

/** The parts of an address. */
export const pathParameters = { id: z.uuid(), name: z.string() } as const

/** An endpoint declares the parameters and headers that it reads, and receives no others. */
export const queryOf = (...names: QueryParameter[]) => z.object(schemasNamed(names, queryParameters))
export const headersOf = (...names: Header[]) => z.object(schemasNamed(names, headers))

const schemasNamed = <Name extends string>(names: readonly Name[], all: Readonly<Record<Name, z.ZodType>>) =>
  Object.fromEntries(names.map((name) => [name, all[name]]))
