import { type ReactNode, useRef } from 'react'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { ReadOnlyFields } from '#kit/fields/fields.tsx'
import { Contents, Section } from '#kit/page/Section.tsx'
import classes from './ResourceForm.module.css'

/** The fields of a form with values that cannot be changed here: an old version, or an object that the user may not change. */
export function ReadOnlyForm<Values extends FieldValues>({
  values,
  children,
}: {
  readonly values: Values
  readonly children: ReactNode
}) {
  const methods = useForm<Values>({ values })
  return (
    <FormProvider {...methods}>
      <ReadOnlyFields value={true}>
        <FormColumns>{children}</FormColumns>
      </ReadOnlyFields>
    </FormProvider>
  )
}

/** The fields of a form, with the table of contents of a long one. */
export function FormColumns({ children }: { readonly children: ReactNode }) {
  const main = useRef<HTMLDivElement>(null)
  return (
    <div className={classes.columns}>
      <div ref={main} className={classes.main}>
        {children}
      </div>
      <Contents page={main} />
    </div>
  )
}

/** A part of a form with a heading above its fields. */
export const FieldSection = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Section title={title}>
    <div className={classes.fields}>{children}</div>
  </Section>
)
