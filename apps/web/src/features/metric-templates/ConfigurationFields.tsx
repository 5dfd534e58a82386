import { useWatch } from 'react-hook-form'
import { FixedKeysField } from '#kit/fields/FixedKeysField.tsx'
import { KeyValueField } from '#kit/fields/KeyValueField.tsx'
import { SuggestField } from '#kit/fields/SuggestField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { meaningOfConfigKey } from '#lib/config-keys.ts'
import { isPassiveFlag, type TemplateValues } from './metric-template-form.ts'
import classes from './metric-templates.module.css'
import type { Offers } from './offers.ts'
import { ProbeField } from './ProbeField.tsx'

interface Props {
  readonly base: TemplateValues
  readonly offers: Offers
}

/** What machines get of it. A passive template is run by no probe, so that only its flags are left. */
export function ConfigurationFields({ base, offers: { lists, executables, names } }: Props) {
  const mtype = useWatch<TemplateValues, 'mtype'>({ name: 'mtype' })
  const known = { keys: names, valuesOf: lists.dependency.valuesOf }
  return (
    <section className={classes.section} aria-labelledby="configuration">
      <h2 id="configuration">Metric configuration</h2>
      {mtype === 'Active' && (
        <>
          <div className={form.fields}>
            <ProbeField />
            <SuggestField
              name="probeexecutable"
              label="Probe executable"
              description="The program in the probe's package."
              suggestions={executables}
            />
          </div>
          <FixedKeysField
            name="config"
            label="Config"
            stored={base.config}
            valuesOf={lists.config.valuesOf}
            hintOf={meaningOfConfigKey}
          />
          <KeyValueField
            name="attribute"
            label="Attributes"
            description="What is known of a service, and the option of the probe that takes it."
            stored={base.attribute}
            offers={lists.attribute}
          />
          <KeyValueField
            name="dependency"
            label="Dependency"
            description="Metrics that have to be well before this one is run."
            stored={base.dependency}
            offers={known}
          />
          <KeyValueField
            name="parameter"
            label="Parameter"
            description="Options of the probe that are the same everywhere, in the order of the command line."
            stored={base.parameter}
            offers={lists.parameter}
          />
        </>
      )}
      <KeyValueField
        name="flags"
        label="Flags"
        description="NOHOSTNAME: without the host. NOTIMEOUT: without the timeout. NRPE: run on the service's node. NOPUBLISH: results stay here. VO: once for each virtual organisation."
        stored={base.flags}
        offers={lists.flags}
        locked={(row) => (isPassiveFlag(row, mtype) ? 'Follows from the type.' : undefined)}
      />
    </section>
  )
}
