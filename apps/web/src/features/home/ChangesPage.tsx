import { Button } from '@mantine/core'
import { invertChanges } from '@quatrain/contract/change-requests/change-request.ts'
import type { ChangeRow } from '@quatrain/contract/console/home.ts'
import { maxCountedRows } from '@quatrain/contract/kit/paged-list.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '#kit/api/call.ts'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import type { Column } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import type { ListState } from '#kit/list/list-address.ts'
import { type Selection, useSelection } from '#kit/list/use-selection.tsx'
import { DateInput } from '#kit/page/DateInput.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { showFailure, useWriting } from '#kit/write/use-writing.ts'
import { addDays, isDay } from '#lib/calendar-days.ts'
import { dayOf, exactTime, fromLocalTime } from '#lib/dates.ts'
import { loggedKinds } from '#lib/declared-kinds.ts'
import { kindOf } from '#lib/kinds.ts'
import { lazyPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { counted, unknownAuthor } from '#lib/words.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { tell } from '#ui/messages.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './ChangesPage.module.css'
import { changesByDayQuery, readChanges } from './home.queries.ts'
import { openVerifyLogDialog } from './VerifyLogDialog.tsx'

const words = { one: 'change', many: 'changes' }

/** All changes object by object, with filters; selected ones can be taken back together. */
export function ChangesPage() {
  const may = useMay()
  const { data: byDay } = useQuery(changesByDayQuery)
  const isSuperuser = useConsoleContext().caller.user?.isSuperuser === true
  const kinds = loggedKinds.flatMap(({ resource, resource: { kind, label } }) =>
    may('view', resource) ? [{ value: kind, label: label.one }] : [],
  )
  const selection = useSelection()
  const [address, setAddress] = useSearchParams()
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? '']
  const chooseDays = (from: string, to: string) =>
    setAddress((former) => {
      const next = new URLSearchParams(former)
      for (const [name, day] of [
        ['from', from],
        ['to', to],
        // Another choice begins on the first page.
        ['page', ''],
      ] as const) {
        if (day) next.set(name, day)
        else next.delete(name)
      }
      return next
    })
  const days = {
    ...(isDay(from) && { since: startOf(from) }),
    ...(isDay(to) && { until: startOf(addDays(to, 1)) }),
  }
  const today = dayOf(new Date())
  return (
    <PageFrame
      title="Changes"
      actions={
        isSuperuser && (
          <Button variant="default" onClick={openVerifyLogDialog}>
            Verify log
          </Button>
        )
      }
    >
      <div className={classes.days}>
        <DateInput label="From" day={from} onChange={(day) => chooseDays(day, to)} />
        <DateInput label="To" day={to} onChange={(day) => chooseDays(from, day)} />
        {[
          { label: 'Today', first: today },
          { label: '7 days', first: addDays(today, -6) },
        ].map(({ label, first }) => (
          <Button key={label} variant="default" size="xs" onClick={() => chooseDays(first, today)}>
            {label}
          </Button>
        ))}
        <Button variant="subtle" size="xs" disabled={from === '' && to === ''} onClick={() => chooseDays('', '')}>
          Any time
        </Button>
      </div>
      <List
        source={{
          queryKey: ['changes', 'list', from, to],
          read: (state, signal) => readPage({ ...state, days }, signal),
          readAll: (state) => readAll({ ...state, days }),
        }}
        selection={{ selection, header: 'Take back', actions: <TakeBack selection={selection} /> }}
        columns={columnsWith(kinds)}
        keyOf={({ number }) => String(number)}
        nameOf={({ kind, name, action, at }) => `${labelOfKind(kind)} ${name}, ${verbs[action]} ${exactTime(at)}`}
        words={words}
        pageSize={30}
        empty={<p>{from || to ? 'Nothing was changed in these days.' : 'Nothing has been changed yet.'}</p>}
      />
      {byDay?.days.some((day) => actions.some((action) => day[action] > 0)) && (
        <Suspense fallback={null}>
          <DayChart
            title="The last 90 days"
            caption="Changes by day, in UTC"
            series={series}
            days={byDay.days.map(({ day, ...counts }) => ({ day, counts: actions.map((action) => counts[action]) }))}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

const DayChart = lazyPart(
  () => import('#kit/page/DayChart.tsx'),
  ({ DayChart }) => DayChart,
)

const series = [
  { one: 'addition', heading: 'Added', tone: 'good' },
  { one: 'change', heading: 'Changed', tone: 'plain' },
  { one: 'deletion', heading: 'Deleted', tone: 'bad' },
] as const

const labelOfKind = (kind: string): string => kindOf(kind)?.label.one ?? kind

const verbs = { add: 'added', change: 'changed', delete: 'deleted' } as const
const actions = ['add', 'change', 'delete'] as const

/** The beginning of a day in the time zone of the user. */
const startOf = (day: string): string => fromLocalTime(`${day} 00:00`) ?? ''

interface ChosenRows extends ListState {
  readonly days: { readonly since?: string; readonly until?: string }
}

/** All rows that the server counts, page by page. */
async function readAll(rows: ChosenRows): Promise<readonly ChangeRow[]> {
  const { signal } = new AbortController()
  const readRows: ChangeRow[] = []
  for (let page = 1; ; page += 1) {
    const { rows: next, total } = await readPage({ ...rows, page, size: 100 }, signal)
    readRows.push(...next)
    if (next.length > 0 && readRows.length < Math.min(total, maxCountedRows)) continue
    if (total > maxCountedRows) {
      const most = counted(maxCountedRows, words.one, words.many)
      tell.warning({
        title: 'Not all changes',
        lines: [`The file has the first ${most} of the list. Choose days for others.`],
      })
    }
    return readRows
  }
}

/** Makes the change request that takes back the selected rows, and opens it. */
function TakeBack({ selection: { keys, clear } }: { readonly selection: Selection }) {
  const navigate = useNavigate()
  const { run, isBusy } = useWriting({
    mutationFn: () => call(invertChanges, { body: { changes: [...keys].map(Number) } }),
    onSuccess: ({ id }) => {
      clear()
      void navigate(paths.changeRequest(id))
    },
    onError: (error) => showFailure(error, 'taking back the changes', 'Not taken back'),
  })
  return (
    <Button size="compact-sm" loading={isBusy} onClick={() => run()}>
      Take back
    </Button>
  )
}

const readPage = ({ filters, sort, page, size, days }: ChosenRows, signal: AbortSignal) =>
  readChanges(
    {
      page: String(page),
      limit: String(size),
      sort: sort?.descending === false ? 'at' : '-at',
      actor: filters.actor,
      action: actions.find((action) => action === filters.action),
      kind: filters.kind,
      name: filters.name,
      remark: filters.remark,
      request: /^\d{1,9}$/.test(filters.request ?? '') ? filters.request : undefined,
      ...days,
    },
    signal,
  )

const columnsWith = (
  kinds: readonly { readonly value: string; readonly label: string }[],
): readonly Column<ChangeRow>[] => [
  {
    id: 'at',
    header: 'When',
    width: '120px',
    sort: true,
    text: ({ at }) => at,
    cell: ({ at }) => <Moment iso={at} isRelative />,
  },
  {
    id: 'name',
    header: 'Object',
    isName: true,
    width: '17%',
    text: ({ name }) => name,
    filter: { kind: 'text' },
    cell: (change) => <ObjectLink change={change} />,
  },
  {
    id: 'actor',
    header: 'Who',
    width: '168px',
    text: ({ actor }) => actor || unknownAuthor,
    filter: { kind: 'text' },
    cell: ({ actor }) => <ClampedText text={actor || unknownAuthor} />,
  },
  {
    id: 'action',
    header: 'What',
    width: '110px',
    text: ({ action }) => verbs[action],
    filter: { kind: 'choice', choices: actions.map((action) => ({ value: action, label: verbs[action] })) },
    cell: ({ action }) => verbs[action],
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '13%',
    text: ({ kind }) => labelOfKind(kind),
    filter: { kind: 'choice', choices: kinds },
    cell: ({ kind }) => labelOfKind(kind),
  },
  {
    id: 'remark',
    header: 'Remark',
    width: '11%',
    text: ({ remark }) => remark,
    filter: { kind: 'text' },
    cell: ({ remark }) => <ClampedText text={remark} />,
  },
  {
    id: 'request',
    header: 'Request',
    width: '100px',
    text: ({ request }) => (request ? `${request.id} ${request.title}` : ''),
    filter: { kind: 'text' },
    cell: ({ request }) =>
      request && (
        <ClampedText text={request.title}>
          <Link to={paths.changeRequest(request.id)}>
            {request.id} {request.title}
          </Link>
        </ClampedText>
      ),
  },
  { id: 'difference', header: 'Difference', width: '104px', cell: (change) => <DifferenceLink change={change} /> },
]

interface Props {
  readonly change: ChangeRow
}

/** A link to the object, or to its history if it was deleted. */
function ObjectLink({ change: { action, kind, id, name } }: Props) {
  const knownKind = kindOf(kind)
  const key = knownKind?.key === 'id' ? String(id) : name
  if (!knownKind) return <ClampedText text={name} />
  const to = action === 'delete' ? knownKind.paths.history(key) : knownKind.paths.details(key)
  return (
    <ClampedText text={name}>
      <Link to={to}>{name}</Link>
    </ClampedText>
  )
}

const DifferenceLink = ({ change: { action, number, name, kind } }: Props) =>
  action === 'change' &&
  kindOf(kind) && (
    <Link to={paths.change(number)} aria-label={`Difference of ${name}`}>
      Difference
    </Link>
  )
