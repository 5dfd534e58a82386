import type { ManagedObject } from '@quatrain/contract/configuration/configuration.ts'
import { isWebAddress } from '@quatrain/contract/kit/web-address.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { managedObjectsQuery } from '#kit/api/managed-objects.ts'
import { Mark } from '#ui/Mark.tsx'

/** The owner of objects that are managed as code, with a link to its files. */
export const OwnerName = ({ owner, link }: Pick<ManagedObject, 'owner' | 'link'>) =>
  isWebAddress(link, { localhost: true }) ? (
    <a href={link} target="_blank" rel="noreferrer">
      {owner}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  ) : (
    <strong>{owner}</strong>
  )

/** The owners of these objects, as part of a sentence. */
export const OwnersOf = ({ managed }: { readonly managed: readonly ManagedObject[] }) =>
  [...new Map(managed.map((object) => [object.owner, object])).values()].map((object, index) => (
    <Fragment key={object.owner}>
      {index > 0 && ' and '}
      <OwnerName {...object} />
    </Fragment>
  ))

export const ChangedHere = () => <Mark tone="warn">changed here since</Mark>

/** Among the facts of an object: who manages it as code, if somebody does. */
export function ManagedBy(object: { readonly kind: string; readonly name: string }) {
  const { data: [managed] = [] } = useQuery(managedObjectsQuery(object))
  if (!managed) return null
  return (
    <span>
      Managed by <OwnerName {...managed} /> {managed.state === 'changed' && <ChangedHere />}
    </span>
  )
}
