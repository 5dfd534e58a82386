import { TagsInput } from '@mantine/core'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { resourceQueries } from '#kit/api/queries.ts'
import { counted, inNameOrder } from '#lib/words.ts'
import { FormDialog } from '#ui/FormDialog.tsx'

/** Tags that several templates get, and those that they lose. */
export interface TagChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

interface Props {
  readonly count: number
  /** The tags of the selected templates. */
  readonly tags: readonly string[]
  readonly close: (answer?: TagChange) => void
}

/** Asks for the tags that the selected templates get and lose. */
export function ChangeTagsDialog({ count, tags, close }: Props) {
  const { data = [] } = useQuery(resourceQueries(metricTags).list())
  const [added, setAdded] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  return (
    <FormDialog
      title="Change tags"
      submit="Preview changes"
      cancel="Leave them"
      isDisabled={added.length + removed.length === 0}
      onSubmit={() => close({ added, removed })}
      onCancel={() => close()}
    >
      <p>{counted(count, 'metric template')} will be changed.</p>
      <TagsInput
        label="Tags to add"
        description="Existing or new ones."
        data-autofocus
        data={inNameOrder(data.map(({ name }) => name))}
        limit={60}
        acceptValueOnBlur
        value={[...added]}
        onChange={(next) => setAdded(next.map((tag) => tag.trim()).filter(Boolean))}
      />
      <TagsInput
        label="Tags to remove"
        data={inNameOrder(tags)}
        limit={60}
        acceptValueOnBlur
        value={[...removed]}
        onChange={(next) => setRemoved(next.filter((tag) => tags.includes(tag)))}
      />
    </FormDialog>
  )
}
