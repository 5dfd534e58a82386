import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { capitalized } from '#kit/resource/label.ts'
import type { ProfileUser } from '#request/context/web-api.ts'

/**
 * Why a profile cannot be deleted: `Metric profile is associated with report(s): Daily`, a sentence for each kind of
 * objects that refer to it. `users` are all objects of the Web API that could, by kind.
 */
export function associations(
  { one }: { readonly one: string },
  profile: { readonly type: string; readonly id: string },
  users: Readonly<Record<string, readonly ProfileUser[]>>,
): string[] {
  const refers = ({ profiles }: ProfileUser) =>
    profiles.some(({ type, id }) => type === profile.type && id.toLowerCase() === profile.id)
  return Object.entries(users).flatMap(([kind, all]) => {
    const names = all.filter(refers).map(({ name }) => name)
    return names.length === 0 ? [] : [associatedWith(one, kind, names)]
  })
}

/** The sentence for one kind. */
export const associatedWith = (one: string, kind: string, names: readonly string[]): string =>
  `${capitalized(one)} is associated with ${kind}: ${names.toSorted(byCodePoint).join(', ')}`
