import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useIsReadOnly } from '#kit/fields/fields-state.ts'
import { Notice } from '#ui/Notice.tsx'
import { AddExtraService } from './AddExtraService.tsx'
import classes from './aggregation.module.css'
import type { AggregationProfileValues } from './aggregation-profile-form.ts'
import { serviceNamesOf } from './group-rows.ts'
import { useProfileServices } from './use-profile-services.ts'

/** How the services of the groups differ from those of the metric profile. New profiles need not use all of them. */
export function OutOfSync({ isNew = false }: { readonly isNew?: boolean }) {
  const [groups, metricProfile] = useWatch<AggregationProfileValues, ['groups', 'metric_profile']>({
    name: ['groups', 'metric_profile'],
  })
  const services = useProfileServices(metricProfile)
  const isReadOnly = useIsReadOnly()
  const usedServices = useMemo(() => serviceNamesOf(groups), [groups])
  if (!services) return null
  const profileServices = new Set(services)
  const isMissing = [...usedServices].some((name) => !profileServices.has(name))
  const extra = isNew || usedServices.size === 0 ? [] : services.filter((name) => !usedServices.has(name))
  return (
    <>
      {isMissing && (
        <Notice kind="bad" role="alert" icon="info">
          <p>
            Some Service Flavours used in Aggregation profile are not presented in associated Metric profile meaning
            that two profiles are out of sync. Check below for Service Flavours in blue borders.
          </p>
        </Notice>
      )}
      {extra.length > 0 && (
        <Notice kind="bad" role="alert" icon="info">
          <p>
            There are some extra Service Flavours in associated metric profile which are not used in the aggregation
            profile, meaning that two profiles are out of sync:
          </p>
          <p className={`mono ${classes.names}`}>{extra.join(', ')}</p>
          {!isReadOnly && <AddExtraService extra={extra} />}
        </Notice>
      )}
    </>
  )
}
