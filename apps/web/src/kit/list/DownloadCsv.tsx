import { Button } from '@mantine/core'
import { useState } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { dayOf } from '#lib/dates.ts'
import { download } from '#lib/download.ts'
import { loadPart } from '#lib/load-part.ts'
import { counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { tell } from '#ui/messages.ts'
import type { Column } from './columns.tsx'

interface Props<Row> {
  /** Reads all rows that match the filters, in the displayed order. */
  readonly read: () => Promise<readonly Row[]>
  readonly columns: readonly Column<Row>[]
  readonly words: { readonly one: string; readonly many: string }
  readonly isDisabled: boolean
}

/** Downloads all pages of a list as a file for spreadsheets. */
export function DownloadCsv<Row>({ read, columns, words: { one, many }, isDisabled }: Props<Row>) {
  const { tenant_name: tenant } = useConsoleContext().options
  const [isBusy, setBusy] = useState(false)
  const write = async () => {
    setBusy(true)
    try {
      // Few users need CSV files, so their code is loaded on demand.
      const { listCsv } = await loadPart(() => import('./list-csv.ts'))
      const rows = await read()
      const name = `${tenant}-${many.toLowerCase().replaceAll(' ', '-')}-${dayOf(new Date())}.csv`
      download(name, listCsv(rows, columns), 'text/csv')
      tell.success({ title: 'Downloaded', lines: [`${counted(rows.length, one, many)} in ${name}`] })
    } catch (error) {
      tell.error({
        title: 'Not downloaded',
        lines: [isApiError(error) ? error.message : 'The console could not be loaded completely. Reload the page.'],
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      ml="auto"
      leftSection={<Icon name="download" size={16} />}
      loading={isBusy}
      disabled={isDisabled}
      onClick={() => void write()}
    >
      Download CSV
    </Button>
  )
}
