import { groupOf, type Owned } from '@quatrain/contract/kit/policy.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { VersionHead } from '@quatrain/contract/kit/version.ts'
import { useQuery } from '@tanstack/react-query'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { Mark } from '#ui/Mark.tsx'
import { Moment } from './Moment.tsx'
import classes from './ObjectHead.module.css'
import { type ObjectPart, ObjectTabs } from './ObjectTabs.tsx'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** The name of the object in addresses. */
  readonly name: string
  readonly record: Owned
  /** What is unusual about it, in a word each. */
  readonly states?: readonly string[] | undefined
  readonly parts?: readonly ObjectPart[] | undefined
}

/** Below the heading of a stored object, for members: its state, its group, its last change, and its pages. */
export function ObjectHead({ resource, paths, name, record, states = [], parts = [] }: Props) {
  const { data } = useQuery({ ...resourceQueries(resource).versionHeads(name), retry: false })
  const group = String(groupOf(record) ?? '')
  const newest: Partial<VersionHead> | undefined = data?.versions[0]
  return (
    <>
      <p className={classes.facts}>
        {states.map((state) => (
          <Mark key={state} tone="warn">
            {state}
          </Mark>
        ))}
        {group !== '' && (
          <span>
            Group <strong>{group}</strong>
          </span>
        )}
        {newest?.date_created && (
          <span>
            Last saved <Moment iso={newest.date_created} isRelative />
            {newest.user && ` by ${newest.user}`}
          </span>
        )}
      </p>
      <ObjectTabs paths={paths} name={name} parts={parts} />
    </>
  )
}
