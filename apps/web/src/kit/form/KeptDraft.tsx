import { Button } from '@mantine/core'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { shortTime } from '#lib/dates.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { draftAsNew, draftOfChange } from './add-as-new.ts'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** The name of the object. */
  readonly name: string
}

/** Shown instead of a deleted object: the user's draft of it can be added as a new one. */
export function KeptDraft({ resource, paths, name }: Props) {
  const username = useConsoleContext().user?.username ?? ''
  const mayAdd = useMay()('add', resource)
  const navigate = useNavigate()
  const place = draftOfChange(username, resource, name)
  const [kept] = useState(place.read)
  if (!kept || !mayAdd) return null
  const add = async () => {
    if (!(await draftAsNew(username, resource, kept))) return
    place.discard()
    void navigate(paths.add)
  }
  return (
    <Notice
      kind="info"
      role="status"
      actions={
        <Button size="compact-sm" variant="default" onClick={add}>
          Add it as a new one
        </Button>
      }
    >
      <p>What you typed here on {shortTime(kept.at)} is kept in this browser.</p>
    </Notice>
  )
}
