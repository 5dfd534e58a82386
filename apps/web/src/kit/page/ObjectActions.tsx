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

/** Links to the history of an object and, for users who may add one, to a clone form. */
export const ObjectActions = ({ resource, paths, name }: Props) => (
  <>
    <HistoryButton to={paths.history(name)} />
    {useMay()('add', resource) && paths.clone && (
      <Button component={Link} to={paths.clone(name)} variant="default">
        Clone
      </Button>
    )}
  </>
)

/** Links to the versions of an object. */
export const HistoryButton = ({ to }: { readonly to: string }) => (
  <Button component={Link} to={to} variant="default">
    History
  </Button>
)
