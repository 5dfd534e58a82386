import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SuggestField } from '#kit/fields/SuggestField.tsx'
import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import details from '#kit/page/details.module.css'
import { Notice } from '#ui/Notice.tsx'
import { packageLabels } from './package-labels.ts'

/** The fields of a probe. `children` stand with the package, which they follow. */
export function ProbeFields({ children }: { readonly children: ReactNode }) {
  const { data = [], error } = useQuery(packageLabels)
  return (
    <>
      <div className={form.fields}>
        <TextField name="name" label="Name" description="Name of this probe." isMono />
        <SuggestField
          name="package"
          label="Package"
          description="Probe is part of selected package."
          suggestions={data.map((value) => ({ value }))}
        />
        {error && <Notice kind="warning">The packages could not be loaded: {error.message}</Notice>}
        {children}
      </div>
      <section className={details.section} aria-labelledby="metadata">
        <h2 id="metadata">Probe metadata</h2>
        <div className={form.fields}>
          <TextField name="repository" label="Repository" description="Probe repository URL." />
          <TextField name="docurl" label="Documentation" description="Documentation URL." />
          <TextAreaField
            name="description"
            label="Description"
            description="Free text description outlining the purpose of this probe."
            rows={15}
          />
          <TextAreaField name="comment" label="Comment" description="Short comment about this version." rows={5} />
        </div>
      </section>
    </>
  )
}
