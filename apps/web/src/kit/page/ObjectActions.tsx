import { Button } from '@mantine/core'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { Link } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import type { ResourcePaths } from '#lib/resource-paths.ts'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** What the object is called in addresses. */
  readonly name: string
}

/** The ways from an object to its history and, for whoever may add another, to a clone of it. */
export const ObjectActions = ({ resource, paths, name }: Props) => (
  <>
    <HistoryButton to={paths.history(name)} />
    {useMay()('add', resource) && resource.add && (
      <Button component={Link} to={paths.clone(name)} variant="default">
        Clone
      </Button>
    )}
  </>
)

/** Leads to the versions of an object. */
export const HistoryButton = ({ to }: { readonly to: string }) => (
  <Button component={Link} to={to} variant="default">
    History
  </Button>
)
