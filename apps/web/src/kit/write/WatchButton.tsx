import { Button } from '@mantine/core'
import type { WatchedObject } from '@quatrain/contract/accounts/mail-preferences.ts'
import { useWatchedObjects } from './use-watched-objects.ts'

/** Among the facts of an object: whether the user gets mails about what others do to it. */
export function WatchButton({ kind, name }: WatchedObject) {
  const { watchedObjects, watch, isBusy } = useWatchedObjects()
  if (!watchedObjects) return null
  const isWatched = watchedObjects.some((object) => object.kind === kind && object.name === name)
  return (
    <Button
      loading={isBusy}
      variant="subtle"
      size="compact-sm"
      aria-pressed={isWatched}
      title="Get mails about what others do to it, as you choose in your profile"
      onClick={() => watch({ kind, name, watched: !isWatched })}
    >
      {isWatched ? 'Watched' : 'Watch'}
    </Button>
  )
}
