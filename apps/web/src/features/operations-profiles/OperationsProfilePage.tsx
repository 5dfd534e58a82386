import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { View } from '#kit/api/queries.ts'
import details from '#kit/page/details.module.css'
import { StateMark } from '#kit/page/FoldSteps.tsx'
import { ObjectTabs } from '#kit/page/ObjectHead.tsx'
import { FailurePage, NotFound, PagePlaceholder } from '#kit/page/page-states.tsx'
import { Section } from '#kit/page/Section.tsx'
import { StaleNotice } from '#kit/page/StaleNotice.tsx'
import { Dependents } from '#kit/page/WhereUsed.tsx'
import { paths } from '#lib/paths.ts'
import { usePathParameters } from '#lib/resource-paths.ts'
import { PageFrame, PageHead } from '#ui/PageFrame.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { Calculator, Operation, SmallTable } from './Operation.tsx'
import classes from './operations-profiles.module.css'
import { type OperationsProfile, operationsProfiles } from './operations-profiles.queries.ts'

const title = 'Operations profile details'
const kind = 'operationsprofile'

/** The operations profile of the address (`:name`). */
function ProfileOfName({ view }: { readonly view: View }) {
  const { name = '' } = usePathParameters()
  const { data, error, isFetching, refetch } = useQuery(operationsProfiles(view))
  const { list } = view === 'public' ? paths.publicOperationsProfiles : paths.operationsProfiles
  const profile = data?.profiles.find((profile) => profile.name === name)
  const notice = (
    <StaleNotice subject="The operations profiles" stale={data?.stale} retry={refetch} isBusy={isFetching} />
  )
  if (profile) {
    const tabs = <ObjectTabs kind={kind} paths={paths.operationsProfiles} name={name} />
    return (
      <PageHead value={view === 'member' && tabs}>
        <PageFrame title={title} object={name}>
          {notice}
          <OperationsProfileDetails key={name} profile={profile} />
          {view === 'member' && <Dependents object={{ kind, name }} emptyText="No report uses it." />}
        </PageFrame>
      </PageHead>
    )
  }
  if (data) {
    return (
      <NotFound detail={`There is no operations profile named ${name}.`} to={list} toWhat="all operations profiles">
        {notice}
      </NotFound>
    )
  }
  if (error) return <FailurePage error={error} retry={() => void refetch()} />
  return <PagePlaceholder title={title} object={name} />
}

export const OperationsProfilePage = () => <ProfileOfName view="member" />
export const PublicOperationsProfilePage = () => <ProfileOfName view="public" />

/** An operations profile: its states, its truth tables, and a calculator. */
function OperationsProfileDetails({ profile }: { readonly profile: OperationsProfile }) {
  const { name, description, available_states, defaults, operations, date } = profile
  const [choice, choose] = useState<{ readonly operation: string; readonly states: readonly string[] }>({
    operation: operations[0]?.name ?? '',
    states: [],
  })
  return (
    <>
      <div className={`${details.card} ${details.fields}`}>
        <ValueText label="Name" value={name} isMono />
        <ValueText label="Description" value={description} />
        <ValueText label="Version of" value={date} isMono />
      </div>
      <Section title="States">
        <div className={classes.beside}>
          <SmallTable caption="Available states" headings={['#', 'Available states']}>
            {available_states.map((state, index) => (
              <tr key={state}>
                <td className={`mono ${classes.number}`}>{index + 1}</td>
                <td>
                  <StateMark state={state} />
                </td>
              </tr>
            ))}
          </SmallTable>
          <SmallTable caption="Defaults" headings={['Default', 'State to be used']}>
            {Object.entries({ downtime: defaults.down, missing: defaults.missing, unknown: defaults.unknown }).map(
              ([situation, state]) => (
                <tr key={situation}>
                  <td className="mono">default_{situation}</td>
                  <td>
                    <StateMark state={state} />
                  </td>
                </tr>
              ),
            )}
          </SmallTable>
        </div>
      </Section>
      <Section title="Calculator">
        <Calculator profile={profile} {...choice} onChange={choose} />
      </Section>
      <Section title="Operations">
        {operations.map(({ name, truth_table }) => (
          <Operation
            key={name}
            profile={profile}
            name={name}
            rows={truth_table}
            chosenStates={name === choice.operation ? choice.states : noStates}
          />
        ))}
      </Section>
    </>
  )
}

const noStates: readonly never[] = []
