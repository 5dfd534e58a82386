import { Button } from '@mantine/core'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { Link } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import type { ResourcePaths } from '#lib/resource-paths.ts'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** The name of the object in addresses. */
  readonly name: string
}

/** A link to the form of a clone, for users who may add such an object. */
export const ObjectActions = ({ resource, paths, name }: Props) =>
  useMay()('add', resource) &&
  paths.clone && (
    <Button component={Link} to={paths.clone(name)} variant="default">
      Clone
    </Button>
  )
