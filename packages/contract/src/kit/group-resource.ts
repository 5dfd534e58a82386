import { z } from 'zod'
import { megabyte } from './endpoint.ts'
import { requiredText } from './fields.ts'
import type { GroupKind } from './group-kinds.ts'

/**
 * What profiles and reports have in common: each belongs to a group of its kind, whose members write it, and the Web API
 * stores it too, under an id that a client may choose (specification part 2, sections 2 to 8).
 * @param groups The kind of group whose members write these objects.
 * @param fields The fields that an add and a change send besides the id.
 * @param name Whether a change can give another name. A fixed one is sent as it is stored, whatever other programs have stored.
 */
export const groupResource = <const Kind extends GroupKind, Shape extends z.ZodRawShape & Named>(
  groups: Kind,
  fields: z.ZodObject<Shape, z.core.$strict>,
  name: 'fixed' | 'renamable',
) =>
  ({
    key: { read: 'name', remove: 'apiid' },
    history: 'tenantversion',
    access: { tenant: { read: 'members', write: { group: groups } } },
    userKeys: 'accepted',
    bodyLimit: 4 * megabyte,
    add: fields.extend({ apiid: z.uuid().optional() }),
    change: fields.extend({ apiid: z.uuid(), name: name === 'fixed' ? requiredText() : fields.shape.name }),
  }) as const

interface Named {
  readonly name: z.ZodString
}
