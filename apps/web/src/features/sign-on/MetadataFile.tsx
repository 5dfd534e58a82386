import { Button, FileButton } from '@mantine/core'
import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useIsReadOnly } from '#kit/fields/fields-state.ts'
import { readTextFile } from '#lib/read-text-file.ts'
import type { ProviderValues } from './identity-provider-form.ts'

const maxBytes = 1_000_000

/** Fills in the metadata from a file. */
export function MetadataFile() {
  const { setValue, setError } = useFormContext<ProviderValues>()
  const reset = useRef<() => void>(null)
  if (useIsReadOnly()) return null
  const read = async (file: File | null) => {
    reset.current?.()
    if (!file) return
    const content = await readTextFile(file, { format: 'XML', description: 'metadata', maxBytes })
    if (content.kind === 'unreadable') return setError('metadata', { message: content.why })
    setValue('metadata', content.text, { shouldDirty: true, shouldValidate: true })
    setValue('metadata_address', '', { shouldDirty: true, shouldValidate: true })
  }
  return (
    <FileButton resetRef={reset} accept=".xml,application/xml,text/xml,application/samlmetadata+xml" onChange={read}>
      {(props) => (
        <Button {...props} variant="default">
          Choose a metadata file
        </Button>
      )}
    </FileButton>
  )
}
