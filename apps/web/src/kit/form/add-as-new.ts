import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { z } from 'zod'
import { dialogs } from '#ui/dialogs.tsx'
import { type Draft, draftPlace } from './drafts.ts'

/** Any draft: the form that it is for checks its values. */
const anyValues = z.unknown()

/**
 * Makes the input of a deleted object's form the draft of a new one. Asks before it replaces another draft. Returns
 * whether it was done.
 */
export async function draftAsNew(
  username: string,
  { kind, label }: Resource,
  { values, base }: Pick<Draft<unknown>, 'values' | 'base'>,
): Promise<boolean> {
  const place = draftPlace(username, `${kind}.add`, anyValues)
  if (place.read()) {
    const isSure = await dialogs.confirm({
      title: `Add ${label.one}`,
      question: `There is an unsaved draft of another new ${label.one}. Replace it?`,
      confirm: 'Replace it',
      keep: 'Keep it',
      isDestructive: true,
    })
    if (!isSure) return false
  }
  return place.keep({ values, base })
}

/** The user's draft of the object with this name. */
export const draftOfChange = (username: string, { kind }: Resource, name: string) =>
  draftPlace(username, `${kind}.change.${name}`, anyValues)
