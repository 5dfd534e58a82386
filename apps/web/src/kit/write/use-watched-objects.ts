import { readWatchedObjects, type WatchedObject, watchObject } from '@quatrain/contract/accounts/mail-preferences.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import { queryOf } from '#kit/api/queries.ts'
import { tell } from '#ui/messages.ts'
import { useWriting } from './use-writing.ts'

const watchedObjectsQuery = queryOf(['watched-objects'], readWatchedObjects, {})

/** The objects that the user watches, undefined until they are read, and how to begin or cease to watch one. */
export function useWatchedObjects() {
  const { data: watchedObjects } = useQuery({ ...watchedObjectsQuery, retry: false })
  const queries = useQueryClient()
  const { run, isBusy } = useWriting({
    mutationFn: ({ kind, name, watched }: WatchedObject & { readonly watched: boolean }) =>
      call(watchObject, { body: { kind, name, watched } }),
    onSuccess: (answer, { name, watched }) => {
      queries.setQueryData(watchedObjectsQuery.queryKey, answer)
      tell.success({ title: watched ? `You get mails about changes of ${name}` : `You do not watch ${name} any more` })
    },
  })
  return { watchedObjects, watch: run, isBusy }
}
