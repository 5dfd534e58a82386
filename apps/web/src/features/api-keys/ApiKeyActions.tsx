import { Button } from '@mantine/core'
import type { ApiKey } from '@quatrain/contract/resources/api-key.ts'
import classes from './api-keys.module.css'
import { useEndKey } from './use-end-key.ts'

interface Props {
  readonly record: ApiKey
  readonly etag: string | undefined
}

/** Revokes or deletes the key, which cannot be undone. */
export function ApiKeyActions({ record, etag }: Props) {
  const end = useEndKey(record, etag)
  return (
    <div className={classes.actions}>
      {!record.revoked && (
        <>
          <Button variant="default" disabled={end.isBusy} onClick={() => end.run('change')}>
            Revoke
          </Button>
          <span>If the API key is revoked, clients cannot use it any more. (This cannot be undone.)</span>
        </>
      )}
      <Button variant="default" disabled={end.isBusy} onClick={() => end.run('delete')}>
        Delete
      </Button>
    </div>
  )
}
