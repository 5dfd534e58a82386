import { z } from 'zod'

/** For `pick`: the fields of these names, in this order. */
export const fieldMask = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Readonly<Record<Name, true>>

/** The fields of a stored document or an answer that are texts, by their names. */
export const texts = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.string()])) as Readonly<Record<Name, z.ZodString>>
