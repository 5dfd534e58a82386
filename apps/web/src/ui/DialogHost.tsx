import { Fragment } from 'react'
import { openDialogs } from './dialogs.ts'
import { useStore } from './store.ts'

/** Where dialogs appear; once in the whole application. */
export function DialogHost() {
  return useStore(openDialogs).map(({ id, node }) => <Fragment key={id}>{node}</Fragment>)
}
