import 'react'

declare module 'react' {
  interface CSSProperties {
    /** The colour of the tenant, for everything in the frame. */
    '--tenant'?: string
    /** How many columns a list has. */
    '--columns'?: number
    /** How much more width a table needs than usual. */
    '--excess'?: string
  }
}
