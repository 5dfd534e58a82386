import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { paths } from '#app/paths.ts'
import { DifferenceView } from '#kit/DifferenceView.tsx'
import { NotFound } from '#kit/NotFound.tsx'
import { differences } from '#kit/parts.ts'
import type { Base } from '#kit/resource-form.ts'
import { WithVersions } from '#kit/WithVersions.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './instances.module.css'
import { MetricProfileForm } from './MetricProfileForm.tsx'
import { type MetricProfileValues, metricProfileShape, valuesBeside } from './metric-profile-form.ts'

interface Props {
  readonly base: Base<MetricProfileValues>
  readonly apiid: string
  readonly version: string
}

/** The form of a stored profile with the values of an old version, and what saving them would change. */
export function RestoreMetricProfile({ base, apiid, version }: Props) {
  return (
    <WithVersions resource={metricProfiles} paths={paths.metricProfiles} title="Change metric profile">
      {(versions, name) => {
        const old = versions.find((candidate) => candidate.version === version)
        const values = old && metricProfileShape.fromDocument(old.fields)
        if (!old || !values) {
          const history = paths.metricProfiles.history(name)
          return <NotFound what={`${name} has no version ${version}.`} to={history} toWhat="its history" />
        }
        const initial = { ...valuesBeside(values, base.values), name }
        return (
          <MetricProfileForm
            title="Change metric profile"
            draftName={`restore.${version}.${name}`}
            base={base}
            initial={initial}
            restoredFrom={old.id}
            apiid={apiid}
            notice={
              <Notice kind="info" icon="clock">
                <p>The form holds version {version}. Saving makes a new version of it.</p>
                <h2 className={classes.compared}>Compared with now</h2>
                <DifferenceView
                  level={3}
                  differences={differences(metricProfileShape.parts, base.values, initial)}
                  none="No differences: this version is what is stored now."
                />
              </Notice>
            }
          />
        )
      }}
    </WithVersions>
  )
}
