import { namesState, tagsIn } from '@quatrain/platform/http/entity-tags.ts'

/**
 * Entity tags, which are opaque to clients. A tag has a guard, which identifies what a write would overwrite, a state,
 * which identifies a response, or both, separated by a dot. Proxies may weaken a tag (`W/"…"`), which is ignored; the
 * console's own tags are weak from the start, because they identify a state, not bytes.
 */

/** Stands for one object in one version: another object that gets its name has another guard. */
export const guardOf = ({ id, rowVersion }: { readonly id: number; readonly rowVersion: number }): string =>
  `${id}-${rowVersion}`

/** The tag of what is read in order to be changed. */
export const guardTag = (guard: string): string => `W/"${guard}"`

/** The tag of a response that can be revalidated; `guard` if it can also be changed as a whole. */
export const stateTag = (state: string, guard?: string): string =>
  guard === undefined ? `W/"${state}"` : `W/"${guard}.${state}"`

/** Whether `If-Match` matches what would be overwritten; `*` matches anything. */
export const namesGuard = (ifMatch: string, guard: string): boolean =>
  namesState(ifMatch, (tag) => opaqueOf(tag).split('.')[0] === guard)

/** The tag in `If-None-Match` that matches this state; `*` matches any. Undefined if the response has to be sent. */
export function matchingTag(ifNoneMatch: string | undefined, state: string): string | undefined {
  const matching = tagsIn(ifNoneMatch ?? '').find((tag) => tag === '*' || opaqueOf(tag).split('.').at(-1) === state)
  if (matching === undefined) return undefined
  return matching === '*' ? stateTag(state) : `W/${matching}`
}

/** A tag without its quotes. */
const opaqueOf = (tag: string) => tag.slice(1, -1)
