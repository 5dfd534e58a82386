import { z } from 'zod'
import { megabyte } from './endpoint.ts'
import type { GroupKind } from './group-kinds.ts'

/**
 * What profiles and reports have in common: each belongs to a group of its kind, whose members write it, and the Web API
 * stores it too, under an id that a client may choose (specification part 2, sections 2 to 8).
 * @param groups The kind of group whose members write these objects.
 * @param fields The fields that an add and a change send besides the id.
 */
export const groupResource = <const Kind extends GroupKind, Shape extends z.ZodRawShape>(
  groups: Kind,
  fields: z.ZodObject<Shape, z.core.$strict>,
) =>
  ({
    key: { read: 'name', remove: 'apiid' },
    history: 'tenantversion',
    access: { tenant: { read: 'members', write: { group: groups } } },
    userKeys: 'accepted',
    bodyLimit: 4 * megabyte,
    add: fields.extend({ apiid: z.uuid().optional() }),
    change: fields.extend({ apiid: z.uuid() }),
  }) as const
