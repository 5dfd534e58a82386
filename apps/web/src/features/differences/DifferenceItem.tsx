import { Button, NativeSelect } from '@mantine/core'
import { diff } from '@quatrain/contract/compare/compare.ts'
import type { StoreDifference } from '@quatrain/contract/console/differences.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import type { Kind } from '#lib/kinds.ts'
import { inNameOrder } from '#lib/name-order.ts'
import { BusyButton } from '#ui/BusyButton.tsx'
import { Mark } from '#ui/Mark.tsx'
import classes from './Differences.module.css'
import { bothQuery } from './differences.queries.ts'
import { useReconciliation } from './use-reconciliation.tsx'

interface Props {
  readonly kind: Kind
  readonly difference: StoreDifference
}

const places = { console: 'Only in the console', 'web-api': 'Only in the Web API', both: 'Different' } as const

/** One object that differs: where it is, its contents on demand, and what can be done. */
export function DifferenceItem({ kind, difference }: Props) {
  const { name, in: place } = difference
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <strong className={classes.name}>
          {place === 'web-api' ? name : <Link to={kind.paths.details(name)}>{name}</Link>}
        </strong>
        <Mark tone={place === 'both' ? 'warn' : 'plain'}>{places[place]}</Mark>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} contents of ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'} contents
        </Button>
        <DifferenceActions kind={kind} difference={difference} />
      </div>
      {place === 'console' && (
        <p className={classes.hint}>
          If it is sent, the Web API assigns another id to it. What refers to the old id has to be sent again too.
        </p>
      )}
      {isOpen && <DifferenceDetails resource={kind.resource} difference={difference} />}
    </li>
  )
}

interface DifferenceDetailsProps {
  readonly resource: Resource
  readonly difference: StoreDifference
}

/** The contents field by field: from the console to the Web API. */
function DifferenceDetails({ resource, difference: { apiid, name } }: DifferenceDetailsProps) {
  const { data, error, refetch } = useQuery(bothQuery(resource, apiid))
  if (error) return <LoadFailure subject={name} error={error} retry={refetch} />
  if (!data) return <p role="status">Loading…</p>
  const [own, theirs] = [data.console, data.webApi].map((document) => document && storedDocument(resource, document))
  return (
    <>
      {own && theirs && <p>From the content of the console to that of the Web API:</p>}
      <DifferenceView
        level={3}
        fields={resource.compared}
        changes={diff(resource.compared, own ?? {}, theirs ?? {})}
        none="Only the order or fields that the console does not show differ."
      />
    </>
  )
}

interface DifferenceActionsProps {
  readonly kind: Kind
  readonly difference: StoreDifference
}

/** The actions that remove a difference. Each one is previewed and confirmed. */
function DifferenceActions({ kind, difference }: DifferenceActionsProps) {
  const { name, in: place } = difference
  const { user } = useConsoleContext()
  const write = kind.resource.access.tenant?.write
  const groups = typeof write === 'object' ? inNameOrder(user?.groups[write.group] ?? []) : []
  const [groupname = groups[0] ?? '', setGroup] = useState<string>()
  const { run, isBusy } = useReconciliation(kind, difference)
  const button = (label: string, action: Parameters<typeof run>[0]) => (
    <BusyButton
      size="compact-sm"
      variant="default"
      isBusy={isBusy}
      disabled={isBusy}
      aria-label={`${label}: ${name}`}
      onClick={() => run(action)}
    >
      {label}
    </BusyButton>
  )
  return (
    <div className={classes.actions}>
      {place === 'web-api' && (
        <>
          <NativeSelect
            size="xs"
            aria-label={`Group of ${name}`}
            data={groups}
            value={groupname}
            onChange={(event) => setGroup(event.currentTarget.value)}
          />
          {button('Add to the console', { action: 'adopt', groupname })}
          {button('Delete from the Web API', { action: 'discard' })}
        </>
      )}
      {place === 'both' && button('Take over from the Web API', { action: 'adopt' })}
      {place !== 'web-api' && button('Send to the Web API', { action: 'send' })}
    </div>
  )
}
