/**
 * The entity tags in `If-Match` or `If-None-Match`, with their quotes, and `*`. That a tag is weak (`W/"…"`) is left out:
 * proxies weaken tags.
 */
export const tagsIn = (header: string): string[] =>
  [...header.matchAll(/(?:^|,)\s*(?:W\/)?("[^"]*"|\*)\s*(?=,|$)/g)].map(([, tag = '']) => tag)

/** Whether `If-Match` or `If-None-Match` names the meant state; `*` names every state. */
export const namesState = (header: string, isMeant: (tag: string) => boolean): boolean =>
  tagsIn(header).some((tag) => tag === '*' || isMeant(tag))
