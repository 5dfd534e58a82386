import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { Failure } from '#kit/page/Failure.tsx'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { rememberList } from '#kit/page/list-memory.ts'
import { useStored } from '#lib/use-stored.ts'
import { counted } from '#lib/words.ts'
import type { Column } from './columns.tsx'
import { ResourceList } from './ResourceList.tsx'
import classes from './ResourceListPage.module.css'
import type { ListSelection } from './SelectionColumn.tsx'

interface Props<Row> {
  readonly query: {
    readonly data: readonly Row[] | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly words: { readonly one: string; readonly many: string }
  /** The address of the page. */
  readonly path: string
  /** The storage key of the chosen number of rows. */
  readonly sizeName: string
  readonly pageSize: number
  /** The purpose of such objects in one sentence; shown if the list is empty. */
  readonly purpose: string
  /** What can be done if the list is empty. */
  readonly emptyActions?: ReactNode
  /** Rows can be selected for actions on several objects. */
  readonly selection?: ListSelection | undefined
}

/** The list of a page in every state that its query can be in. */
export function LoadedList<Row>(props: Props<Row>) {
  const { query, columns, keyOf, words, path, sizeName, pageSize, purpose, emptyActions, selection } = props
  const { data, error, isFetching, refetch } = query
  const { search } = useLocation()
  const [size, rememberSize] = useStored(`page-size.${sizeName}`, z.number().int(), pageSize)
  useEffect(() => rememberList(path, search), [path, search])
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  return (
    <>
      {error && data && (
        <LoadFailure what={`The ${words.many}`} error={error} retry={refetch} isBusy={isFetching}>
          Shown are the {counted(data.length, words.one, words.many)} loaded before.
        </LoadFailure>
      )}
      <ResourceList
        rows={data}
        columns={columns}
        keyOf={keyOf}
        words={words}
        usualSize={pageSize}
        preferredSize={size}
        onSize={rememberSize}
        selection={selection}
        empty={
          <div className={classes.empty}>
            <strong>No {words.many}</strong>
            <p>{purpose}</p>
            {emptyActions}
          </div>
        }
      />
    </>
  )
}
