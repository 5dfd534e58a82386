import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useIsReadOnly, useProblem } from '#kit/fields/fields.tsx'
import { Section } from '#kit/page/Section.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { FilterCard } from './FilterCard.tsx'
import { hasEntities, type ReportValues } from './report-values.ts'
import classes from './reports.module.css'
import type { TopologyTags } from './use-topology.ts'

interface Props {
  /** Undefined if the topology is unknown, or not needed because nothing can be changed. */
  readonly tags?: TopologyTags | undefined
  /** What the report covers; beside the filters. */
  readonly scope?: ReactNode
}

/** The part of the topology that a report covers: its type, and the filters of groups and endpoints. */
export function TopologySection({ tags, scope }: Props) {
  const [type, stored] = useWatch<ReportValues, ['topology_type', 'stored']>({ name: ['topology_type', 'stored'] })
  const isReadOnly = useIsReadOnly()
  const isShown = type !== '' || stored.filter_tags.length > 0 || isReadOnly
  return (
    <Section title="Topology configuration">
      {isReadOnly ? (
        <ValueText label="Topology type" value={type || stored.topology_types.join(' / ')} />
      ) : (
        <TopologyTypeField levels={stored.topology_types} />
      )}
      {isShown && (
        <div className={classes.cards}>
          <FilterCard card="group" title="Group of groups" tags={tags?.group} />
          <FilterCard card="endpoint" title="Group of endpoints" tags={tags?.endpoint} />
          {scope}
        </div>
      )}
    </Section>
  )
}

type Former = Pick<ReportValues, 'topology_type' | 'group' | 'endpoint'>

/** Changing the type asks whether to clear the entities, which belong to the former one. */
function TopologyTypeField({ levels }: { readonly levels: readonly string[] }) {
  const { field } = useController<ReportValues, 'topology_type'>({ name: 'topology_type' })
  const { getValues, setValue, trigger } = useFormContext<ReportValues>()
  const [former, setFormer] = useState<Former>()
  const [isCleared, setIsCleared] = useState(false)
  const set = ({ topology_type, group, endpoint }: Former) => {
    const options = { shouldDirty: true, shouldTouch: true }
    setValue('group', group, options)
    setValue('endpoint', endpoint, options)
    setValue('topology_type', topology_type, options)
    void trigger(['topology_type', 'group', 'endpoint'])
  }
  const change = (type: string) => {
    const { topology_type, group, endpoint } = getValues()
    setFormer(hasEntities({ group, endpoint }) ? { topology_type, group, endpoint } : undefined)
    setIsCleared(false)
    set({ topology_type: type, group, endpoint })
  }
  const clear = () => {
    const { topology_type, group, endpoint } = getValues()
    const emptyCard = { first: [], second: [] }
    set({ topology_type, group: { ...group, ...emptyCard }, endpoint: { ...endpoint, ...emptyCard } })
    setIsCleared(true)
  }
  const undo = () => {
    if (former) set(former)
    setFormer(undefined)
  }
  const unknown = levels.length > 0 ? `${levels.join(' / ')} (as stored)` : 'Choose a topology type'
  return (
    <>
      <NativeSelect
        {...field}
        className={classes.type ?? ''}
        label="Topology type"
        error={useProblem('topology_type')}
        data={[{ value: '', label: unknown }, 'Sites', 'ServiceGroups']}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {former && (
        <Notice
          kind="info"
          role="status"
          actions={
            <>
              {!isCleared && (
                <Button variant="default" size="compact-sm" onClick={clear}>
                  Clear entities
                </Button>
              )}
              <Button variant="default" size="compact-sm" onClick={undo}>
                Undo the change of type
              </Button>
            </>
          }
        >
          {isCleared
            ? 'The entities of the former topology type were cleared.'
            : 'The chosen entities belong to the former topology type.'}
        </Notice>
      )}
    </>
  )
}
