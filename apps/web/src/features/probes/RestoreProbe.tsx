import { type Probe, probes } from '@quatrain/contract/resources/probe.ts'
import { paths } from '#app/paths.ts'
import { DifferenceView } from '#kit/DifferenceView.tsx'
import { NotFound } from '#kit/NotFound.tsx'
import { differences } from '#kit/parts.ts'
import type { Base } from '#kit/resource-form.ts'
import { WithVersions } from '#kit/WithVersions.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ProbeForm } from './ProbeForm.tsx'
import { type ProbeValues, probeShape } from './probe-form.ts'
import classes from './probes.module.css'

interface Props {
  readonly base: Base<ProbeValues>
  readonly probe: Probe
  readonly version: string
}

/** The form of a stored probe with the values of an old version, and what saving them would change. */
export function RestoreProbe({ base, probe, version }: Props) {
  return (
    <WithVersions resource={probes} paths={paths.probes} title="Change probe">
      {(versions, name) => {
        const old = versions.find((candidate) => candidate.version === version)
        const values = old && probeShape.fromDocument(old.fields)
        if (!old || !values) {
          const history = paths.probes.history(name)
          return <NotFound what={`${name} has no version ${version}.`} to={history} toWhat="its history" />
        }
        // It is the same probe, whatever it was called.
        const initial = { ...base.values, ...values, name: base.values.name }
        return (
          <ProbeForm
            title="Change probe"
            draftName={`restore.${version}.${name}`}
            base={base}
            initial={initial}
            restoredFrom={old.id}
            probe={probe}
            notice={
              <Notice kind="info" icon="clock">
                <p>The form holds version {version}. Saving makes it the current one again.</p>
                <h2 className={classes.compared}>Compared with now</h2>
                <DifferenceView
                  level={3}
                  differences={differences(probeShape.parts, base.values, initial)}
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
