import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { paths } from '#app/paths.ts'
import { DifferenceView } from '#kit/DifferenceView.tsx'
import { NotFound } from '#kit/NotFound.tsx'
import { differences } from '#kit/parts.ts'
import type { Base } from '#kit/resource-form.ts'
import { WithVersions } from '#kit/WithVersions.tsx'
import { Notice } from '#ui/Notice.tsx'
import { MetricTagForm } from './MetricTagForm.tsx'
import { type MetricTagValues, metricTagShape } from './metric-tag-form.ts'
import classes from './metric-tags.module.css'

interface Props {
  readonly base: Base<MetricTagValues>
  readonly stored: string
  readonly version: string
}

/** The form of a stored tag with the values of an old version, and what saving them would change. */
export function RestoreMetricTag({ base, stored, version }: Props) {
  return (
    <WithVersions resource={metricTags} paths={paths.metricTags} title="Change metric tag">
      {(versions, name) => {
        const old = versions.find((candidate) => candidate.version === version)
        const values = old && metricTagShape.fromDocument(old.fields)
        if (!old || !values) {
          const history = paths.metricTags.history(name)
          return <NotFound what={`${name} has no version ${version}.`} to={history} toWhat="its history" />
        }
        return (
          <MetricTagForm
            title="Change metric tag"
            draftName={`restore.${version}.${stored}`}
            base={base}
            initial={{ ...base.values, ...values }}
            restoredFrom={old.id}
            stored={stored}
            notice={
              <Notice kind="info" icon="clock">
                <p>The form holds version {version}. Saving makes a new version of it.</p>
                <h2 className={classes.compared}>Compared with now</h2>
                <DifferenceView
                  level={3}
                  differences={differences(metricTagShape.parts, base.values, values)}
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
