import type { ReactNode } from 'react'
import { Section } from '#kit/page/Section.tsx'
import form from './ResourceForm.module.css'

/** A part of a form with a heading above its fields. */
export const FieldSection = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Section title={title}>
    <div className={form.fields}>{children}</div>
  </Section>
)
