import { Button } from '@mantine/core'
import type { OwnSession } from '@quatrain/contract/accounts/own-account.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Moment } from '#kit/page/Moment.tsx'
import { Failure } from '#kit/page/page-states.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { counted } from '#lib/words.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Mark } from '#ui/Mark.tsx'
import { tell } from '#ui/messages.ts'
import table from '#ui/table.module.css'
import { endOthers, endSessionOf, sessionsQuery } from './profile.queries.ts'

/** The sessions of the user. Each session can be ended, except the one of this page. */
export function OwnSessions() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const end = useEnding()
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  const otherSessions = (data ?? []).filter((session) => !session.is_current)
  return (
    <>
      <div className={table.scroll} aria-busy={!data}>
        <CardTable caption="Table of sessions" headings={['Device', 'Address', 'Since', 'Last seen', 'Action']}>
          {data?.map((session) => (
            <Row key={session.id} session={session} isBusy={end.isBusy} onEnd={() => end.run(session)} />
          ))}
        </CardTable>
      </div>
      <div>
        <Button variant="default" disabled={otherSessions.length === 0 || end.isBusy} onClick={() => end.run('others')}>
          End all other sessions
        </Button>
      </div>
    </>
  )
}

interface RowProps {
  readonly session: OwnSession
  readonly isBusy: boolean
  readonly onEnd: () => void
}

const Row = ({ session, isBusy, onEnd }: RowProps) => (
  <tr>
    <td title={session.device}>{deviceWords(session.device)}</td>
    <td className="mono">{session.address}</td>
    <td>
      <Moment iso={session.created_at} />
    </td>
    <td>
      <Moment iso={session.last_seen_at} />
    </td>
    <td>
      {session.is_current ? (
        <Mark tone="good">this session</Mark>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          aria-label={`End the session of ${deviceWords(session.device)} at ${session.address}`}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </td>
  </tr>
)

const endAll = {
  title: 'End all other sessions',
  question: 'Are you sure you want to log out everywhere else?',
  keep: 'Keep them',
}

/** Ends one session, or all others after a question. */
function useEnding() {
  const client = useQueryClient()
  return useWriting({
    question: (target) => (target === 'others' ? endAll : undefined),
    async mutationFn(target: OwnSession | 'others'): Promise<number> {
      if (target === 'others') return (await endOthers()).ended
      await endSessionOf(target.id)
      return 1
    },
    onSuccess(ended) {
      if (ended > 0) tell.success({ title: 'Ended', lines: [`${counted(ended, 'session')} ended`] })
    },
    doing: 'ending session',
    onEnd: () => void client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

// The order matters: most browsers also name others that they resemble.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (names: typeof browsers, text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

/** What a browser calls itself, in words: `Firefox on Linux`. Programs are called as they call themselves. */
export function deviceWords(device: string): string {
  if (device === '') return 'Unknown device'
  const [browser, system] = [nameIn(browsers, device), nameIn(systems, device)]
  if (browser === undefined) return system ?? device
  return system === undefined ? browser : `${browser} on ${system}`
}
