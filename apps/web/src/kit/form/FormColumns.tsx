import { type ReactNode, useRef } from 'react'
import { Contents } from '#kit/page/Contents.tsx'
import classes from './ResourceForm.module.css'

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
