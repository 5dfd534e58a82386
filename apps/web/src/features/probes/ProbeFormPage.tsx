import { type Probe, probes } from '@quatrain/contract/resources/probe.ts'
import { useSearchParams } from 'react-router'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { NotAllowed } from '#kit/page/NotAllowed.tsx'
import { ObjectActions } from '#kit/page/ObjectActions.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { useRemembered } from '#kit/page/recent.ts'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { ProbeDetails } from './ProbeDetails.tsx'
import { ProbeForm } from './ProbeForm.tsx'
import { ProbeUsage } from './ProbeUsage.tsx'
import { blankValues, valuesOf } from './probe-form.ts'
import { RestoreProbe } from './RestoreProbe.tsx'

const blankBase = { values: blankValues }

export function AddProbePage() {
  if (!useMay()('add', probes)) return <NotAllowed action="add" resource={probes} />
  return <ProbeForm title="Add probe" draftName="add" base={blankBase} />
}

export function CloneProbePage() {
  if (!useMay()('add', probes)) return <NotAllowed action="add" resource={probes} />
  return (
    <WithRecord resource={probes} paths={paths.probes}>
      {({ record }) => (
        <ProbeForm title="Clone probe" draftName={`clone.${record.name}`} base={blankBase} initial={cloneOf(record)} />
      )}
    </WithRecord>
  )
}

const cloneOf = ({ id, ...probe }: Probe) => ({
  ...valuesOf({ ...probe, name: `${probe.name}-clone` }),
  cloned_from: id,
})

export const ChangeProbePage = () => (
  <WithRecord resource={probes} paths={paths.probes}>
    {(loaded) => <StoredProbe key={loaded.record.name} {...loaded} />}
  </WithRecord>
)

function StoredProbe({ record, etag }: Loaded<typeof probes>) {
  const may = useMay()
  const [query] = useSearchParams()
  useRemembered(probes, record.name)
  const restored = query.get('restore')
  const actions = <ObjectActions resource={probes} paths={paths.probes} name={record.name} />
  if (!may('change', probes)) {
    return (
      <ProbeDetails probe={valuesOf(record)} actions={actions} notice={<ReadOnly />}>
        <ProbeUsage name={record.name} />
      </ProbeDetails>
    )
  }
  const base = { values: valuesOf(record), etag }
  if (restored !== null) return <RestoreProbe base={base} probe={record} version={restored} />
  return (
    <ProbeForm title="Change probe" draftName={`change.${record.name}`} base={base} probe={record} actions={actions} />
  )
}

/** In a tenant nobody can be given the right. */
function ReadOnly() {
  const { visitor } = useConsoleContext()
  if (visitor.deployment === 'super') return <ReadOnlyBanner resource={probes} />
  return (
    <Notice kind="info" icon="lock">
      All tenants share the probes. They are changed in the console of the super-tenant.
    </Notice>
  )
}
