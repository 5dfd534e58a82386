/**
 * Entity tags. A tag is opaque to everybody else; to us it has a guard, which says what a write would overwrite, a state,
 * which says that an answer has not changed, or both with a dot between them. What stands between us and the caller
 * may weaken a tag (`W/"…"`), so that makes no difference anywhere; ours are weak from the start, since they say which
 * state an answer is of and not in which bytes it was sent.
 */

/** Stands for one object in one version: another object that gets its name has another guard. */
export const guardOf = ({ id, rowVersion }: { readonly id: number; readonly rowVersion: number }): string =>
  `${id}-${rowVersion}`

/** The tag of what is read in order to be changed. */
export const guardTag = (guard: string): string => `W/"${guard}"`

/** The tag of an answer that can be asked for again; `guard` where it can be changed as a whole, too. */
export const stateTag = (state: string, guard?: string): string =>
  guard === undefined ? `W/"${state}"` : `W/"${guard}.${state}"`

/** Does `If-Match` name what would be overwritten? `*` is whatever is there. */
export const namesGuard = (ifMatch: string, guard: string): boolean =>
  tagsIn(ifMatch).some((tag) => tag === '*' || tag.split('.')[0] === guard)

/** The tag in `If-None-Match` that stands for this state; `*` is any. Nothing when the answer has to be sent. */
export function matchingTag(ifNoneMatch: string | undefined, state: string): string | undefined {
  const matching = tagsIn(ifNoneMatch ?? '').find((tag) => tag === '*' || tag.split('.').at(-1) === state)
  if (matching === undefined) return undefined
  return matching === '*' ? stateTag(state) : `W/"${matching}"`
}

/** Without their quotes and without what weakens them. */
const tagsIn = (header: string): string[] =>
  [...header.matchAll(/(?:W\/)?"([^"]*)"|\*/g)].map(([whole, opaque]) => opaque ?? whole)
