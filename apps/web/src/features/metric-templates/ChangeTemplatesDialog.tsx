import { Checkbox, TagsInput, TextInput } from '@mantine/core'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { resourceQueries } from '#kit/api/queries.ts'
import { counted, inNameOrder } from '#lib/words.ts'
import { FormDialog } from '#ui/FormDialog.tsx'

/** Tags that several templates get, those that they lose, and an attribute that they get, or lose if it has no value. */
export interface TemplatesChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly attribute: { readonly key: string; readonly value: string | undefined }
}

interface Props {
  readonly count: number
  /** The tags of the selected templates. */
  readonly tags: readonly string[]
  readonly close: (answer?: TemplatesChange) => void
}

/** Asks for the tags and the attribute that the selected templates get or lose. */
export function ChangeTemplatesDialog({ count, tags, close }: Props) {
  const { data = [] } = useQuery(resourceQueries(metricTags).list())
  const [added, setAdded] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [isLost, setLost] = useState(false)
  return (
    <FormDialog
      title="Change metric templates"
      submit="Preview changes"
      cancel="Leave them"
      isDisabled={added.length + removed.length === 0 && key.trim() === ''}
      onSubmit={() =>
        close({ added, removed, attribute: { key: key.trim(), value: isLost ? undefined : value.trim() } })
      }
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
      <TextInput
        label="Attribute (optional)"
        classNames={{ input: 'mono' }}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <TextInput
        label="Value of the attribute"
        classNames={{ input: 'mono' }}
        disabled={isLost}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Checkbox
        label="Remove the attribute"
        checked={isLost}
        onChange={(event) => setLost(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
