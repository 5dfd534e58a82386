import { createElement } from 'react'
import { lazyPart } from '#lib/load-part.ts'
import { dialogs } from '#ui/dialogs.tsx'

const ReauthenticationDialog = lazyPart(
  () => import('./ReauthenticationDialog.tsx'),
  ({ ReauthenticationDialog }) => ReauthenticationDialog,
)

/** Whether the user has proved again who they are. */
export const askForLogin = async (): Promise<boolean> =>
  (await dialogs.open<boolean>((close) => createElement(ReauthenticationDialog, { close }))) ?? false
