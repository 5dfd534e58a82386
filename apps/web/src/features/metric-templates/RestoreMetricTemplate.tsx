import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { changesBetween } from '#kit/compare/comparable.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { WithVersion } from '#kit/history/WithVersion.tsx'
import type { Base } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { MetricTemplateForm } from './MetricTemplateForm.tsx'
import { metricTemplateDefinition } from './metric-template-definition.ts'
import { type TemplateValues, valuesBeside } from './metric-template-form.ts'
import classes from './metric-templates.module.css'

interface Props {
  readonly base: Base<TemplateValues>
  readonly version: string
}

const title = 'Change metric template'

/** The form of a stored template with the values of an old version, and what saving them would change. */
export function RestoreMetricTemplate({ base, version }: Props) {
  return (
    <WithVersion
      resource={metricTemplates}
      paths={paths.metricTemplates}
      title={title}
      version={version}
      fromDocument={metricTemplateDefinition.fromDocument}
    >
      {(old, values, name) => {
        // What it is called now is known to tenants; an old name does not come back by itself.
        const initial = { ...valuesBeside(values, base.values), name: base.values.name }
        return (
          <MetricTemplateForm
            title={title}
            draftName={`restore.${version}.${name}`}
            base={base}
            initial={initial}
            restoredFrom={old.id}
            notice={
              <Notice kind="info" icon="clock">
                <p>The form holds version {version}. Saving makes it the current one again.</p>
                <h2 className={classes.compared}>Compared with now</h2>
                <DifferenceView
                  level={3}
                  fields={metricTemplates.compared}
                  changes={changesBetween(metricTemplateDefinition, base.values, initial)}
                  none="No differences: this version is what is stored now."
                />
              </Notice>
            }
          />
        )
      }}
    </WithVersion>
  )
}
