import 'react'

declare module 'react' {
  interface CSSProperties {
    /** The colour of the tenant, for everything in the frame. */
    '--tenant'?: string
    /** The width below which a list scrolls sideways. */
    '--least-width'?: string
    /** How much more width a table needs than usual. */
    '--excess'?: string
  }
}
